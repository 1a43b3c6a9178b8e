//! A thread for each connection.

use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::connection::{Handler, serve};
use super::memory::MEMORY;
use super::places::{Places, Standing};
use super::request::{Head, MAX_HEAD};

/// Accepts connections forever.
pub fn accept(listener: &TcpListener, handler: &Arc<impl Handler>) {
    let places = Arc::new(Places::default());
    loop {
        let Ok((stream, peer)) = listener.accept() else {
            // Out of file descriptors, say: others may close meanwhile.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        // Without memory or a thread for it, the connection closes.
        let _ = start(stream, peer, &places, handler);
    }
}

fn start(
    stream: TcpStream,
    peer: SocketAddr,
    places: &Arc<Places>,
    handler: &Arc<impl Handler>,
) -> io::Result<()> {
    if MEMORY.is_short() {
        return Err(ErrorKind::OutOfMemory.into());
    }
    stream.set_nodelay(true)?;
    // In a crowd of strangers others would come before this one is heard.
    let shown = match places.is_full(peer.ip()) {
        true => shown_at_once(&stream, &**handler)?,
        false => Standing::Stranger,
    };
    let stream = Arc::new(stream);
    let place = places.take(peer.ip(), stream.clone(), shown);
    let handler = handler.clone();
    let thread = thread::Builder::new().name("http".to_owned());
    thread.spawn(move || {
        // A client that goes away is no problem of ours.
        let _ = serve(&mut &*stream, &*handler, &place, &MEMORY);
    })?;
    Ok(())
}

/// Who somebody is by what has come with the connection; it stays to be read.
fn shown_at_once(stream: &TcpStream, handler: &impl Handler) -> io::Result<Standing> {
    let mut bytes = [0; MAX_HEAD];
    stream.set_nonblocking(true)?;
    let length = stream.peek(&mut bytes).unwrap_or(0);
    stream.set_nonblocking(false)?;
    let head = Head::parse(&bytes[..length]).ok().flatten();
    let standing = head.and_then(|(head, _)| handler.admit(&head).ok());
    Ok(standing.unwrap_or(Standing::Stranger))
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{Ipv4Addr, TcpListener, TcpStream};
    use std::sync::Arc;
    use std::thread;

    use super::shown_at_once;
    use crate::http::{Client, Handler, Head, Refusal, Reply, Request, Response, Standing};

    struct Hello;

    impl Handler for Hello {
        fn admit(&self, _: &Head) -> Result<Standing, Refusal> {
            Ok(Standing::Known)
        }

        fn handle(&self, _: &Request, _: &dyn Client) -> Reply {
            Response::json(&"hello").into()
        }
    }

    /// Asks, and reads the answer.
    fn ask(stream: &mut TcpStream) -> String {
        stream.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
        let mut answer = [0; 4096];
        let count = stream.read(&mut answer).unwrap();
        String::from_utf8_lossy(&answer[..count]).into_owned()
    }

    #[test]
    fn who_shows_at_once_that_it_is_known_is_seen() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let connect = || {
            let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            (client, listener.accept().unwrap().0)
        };
        let (mut client, server) = connect();
        let shown = || shown_at_once(&server, &Hello).unwrap();
        assert_eq!(shown(), Standing::Stranger);
        client.write_all(b"GET / HTTP/1.1\r\n").unwrap();
        server.peek(&mut [0]).unwrap();
        assert_eq!(shown(), Standing::Stranger);
        client.write_all(b"\r\n").unwrap();
        // On loopback what is written has come.
        while server.peek(&mut [0; 64]).unwrap() < 18 {}
        assert_eq!(shown(), Standing::Known);
        // It is still there to be read.
        assert_eq!((&server).read(&mut [0; 64]).unwrap(), 18);
    }

    #[test]
    fn hundreds_of_connections_that_say_nothing_keep_nobody_out() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || super::accept(&listener, &Arc::new(Hello)));
        let connect = || TcpStream::connect(address).unwrap();
        let mut owner = connect();
        assert!(ask(&mut owner).contains("hello"));
        let mut silent: Vec<TcpStream> = (0..300).map(|_| connect()).collect();
        for stream in &mut silent[200..] {
            // Some are gone already.
            let _ = stream.write_all(b"GET / HT");
        }
        assert!(ask(&mut owner).contains("hello"));
        assert!(ask(&mut connect()).contains("hello"));
    }
}
