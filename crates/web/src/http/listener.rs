//! A thread for each connection.

use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::connection::{Handler, serve};
use super::memory::MEMORY;
use super::places::Places;

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
    let stream = Arc::new(stream);
    let place = places.take(peer.ip(), stream.clone());
    let handler = handler.clone();
    let thread = thread::Builder::new().name("http".to_owned());
    thread.spawn(move || {
        // A client that goes away is no problem of ours.
        let _ = serve(&mut &*stream, &*handler, &place, &MEMORY);
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{Ipv4Addr, TcpListener, TcpStream};
    use std::sync::Arc;
    use std::thread;

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
