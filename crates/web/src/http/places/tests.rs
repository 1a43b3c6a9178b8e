use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::{
    Connection, KNOWN, PATIENCE, Place, Places, STRANGERS, STRANGERS_OF_ADDRESS, Standing,
};

/// Tells whether it was ended.
#[derive(Default)]
struct Fake(AtomicBool);

impl Connection for Fake {
    fn end(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A connection that has come from an address.
struct Guest {
    place: Place,
    connection: Arc<Fake>,
}

impl Guest {
    fn is_gone(&self) -> bool {
        self.connection.0.load(Ordering::Relaxed)
    }
}

fn come(places: &Arc<Places>, address: &str) -> Guest {
    come_as(places, address, Standing::Stranger)
}

fn come_as(places: &Arc<Places>, address: &str, shown: Standing) -> Guest {
    let address: IpAddr = address.parse().unwrap();
    let connection = Arc::new(Fake::default());
    let place = places.take(address, connection.clone(), shown);
    Guest { place, connection }
}

/// Strangers that come faster than they are heard take each other's places only.
#[test]
fn who_is_known_at_once_loses_its_place_to_no_flood() {
    let places = Arc::new(Places::default());
    let mut flood: Vec<_> = (0..STRANGERS_OF_ADDRESS)
        .map(|_| come(&places, "10.0.0.1"))
        .collect();
    assert!(places.is_full("10.0.0.1".parse().unwrap()));
    assert!(!places.is_full("10.0.0.2".parse().unwrap()));
    let owner = come_as(&places, "10.0.0.1", Standing::Known);
    assert!(
        !flood.iter().any(Guest::is_gone),
        "it takes no place of theirs"
    );
    flood.extend((0..1000).map(|_| come(&places, "10.0.0.1")));
    assert!(!owner.is_gone() && owner.place.work(Standing::Known));
}

#[test]
fn the_newest_idle_stranger_makes_room() {
    let places = Arc::new(Places::default());
    let come_and_ask = || {
        let guest = come(&places, "10.0.0.1");
        assert!(guest.place.work(Standing::Stranger));
        guest
    };
    let mut flood: Vec<_> = (0..STRANGERS_OF_ADDRESS).map(|_| come_and_ask()).collect();
    let gone = |flood: &[Guest]| -> Vec<usize> {
        let gone = |&index: &usize| flood[index].is_gone();
        (0..flood.len()).filter(gone).collect()
    };
    // None is idle, so the oldest goes.
    flood.push(come_and_ask());
    assert_eq!(gone(&flood), [0]);
    flood[4].place.wait();
    flood[7].place.wait();
    thread::sleep(PATIENCE);
    flood.push(come_and_ask());
    assert_eq!(gone(&flood), [0, 7]);
    flood.push(come_and_ask());
    assert_eq!(gone(&flood), [0, 4, 7]);
    assert!(!flood[4].place.work(Standing::Stranger));
}

#[test]
fn an_address_pushes_out_itself_alone() {
    let places = Arc::new(Places::default());
    let other = come(&places, "10.0.0.2");
    let mut known = come(&places, "10.0.0.1");
    assert!(known.place.work(Standing::Known));
    known.place.wait();
    let flood: Vec<_> = (0..200).map(|_| come(&places, "10.0.0.1")).collect();
    assert!(!other.is_gone() && !known.is_gone());
    let left = flood.iter().filter(|guest| !guest.is_gone()).count();
    assert_eq!(left, STRANGERS_OF_ADDRESS);
    // A network of IPv6 counts as one address, however many it sends from.
    let many: Vec<_> = (0..200)
        .map(|host| come(&places, &format!("2001:db8::{host:x}")))
        .collect();
    let left = many.iter().filter(|guest| !guest.is_gone()).count();
    assert_eq!(left, STRANGERS_OF_ADDRESS);
    // Many addresses take turns among themselves.
    let botnet: Vec<_> = (0..8)
        .flat_map(|host| [host; STRANGERS_OF_ADDRESS])
        .map(|host| come(&places, &format!("10.0.1.{host}")))
        .collect();
    assert!(!other.is_gone() && !known.is_gone());
    let all = flood.iter().chain(&many).chain(&botnet);
    let left = all.filter(|guest| !guest.is_gone()).count();
    assert_eq!(left + 1, STRANGERS);
    known = come(&places, "10.0.2.1");
    assert!(known.place.work(Standing::Known) && !known.is_gone());
}

#[test]
fn who_is_known_has_places_of_its_own() {
    let places = Arc::new(Places::default());
    let known: Vec<_> = (0..KNOWN)
        .map(|_| {
            let guest = come(&places, "10.0.0.1");
            assert!(guest.place.work(Standing::Known));
            guest
        })
        .collect();
    let one_more = come(&places, "10.0.0.1");
    assert!(!one_more.place.work(Standing::Known));
    known[3].place.wait();
    known[5].place.wait();
    assert!(one_more.place.work(Standing::Known));
    let gone = known.iter().filter(|guest| guest.is_gone()).count();
    assert_eq!(gone, 1);
    // Whoever leaves makes room, too.
    drop(known);
    assert!(come(&places, "10.0.0.1").place.work(Standing::Known));
}
