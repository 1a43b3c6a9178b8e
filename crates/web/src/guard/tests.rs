use super::{Guard, Head, Standing};

const OURS: &str = "127.0.0.1:8000";

fn guard() -> Guard {
    Guard {
        port: 8000,
        address: [127, 0, 0, 1].into(),
        token: None,
    }
}

/// The status that a request gets from the guard.
fn status(guard: &Guard, line: &str, headers: &[(&str, &str)]) -> u16 {
    let mut text = format!("{line} HTTP/1.1\r\nContent-Length: 0\r\n");
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    let (head, _) = Head::parse((text + "\r\n").as_bytes()).unwrap().unwrap();
    let checked = guard.check(&head);
    checked.map_or_else(|refusal| refusal.response.status, |_| 200)
}

#[test]
fn every_host_origin_and_method() {
    let hosts = [
        (OURS, true),
        ("localhost:8000", true),
        ("[::1]:8000", true),
        ("127.0.0.1:8001", false),
        ("127.0.0.1", false),
        ("localhost", false),
        ("evil.example:8000", false),
        ("localhost.evil.example:8000", false),
        ("192.168.0.7:8000", false),
        ("", false),
    ];
    let origins = |host: &str| {
        [
            (None, true),
            (Some(format!("http://{host}")), true),
            (Some("null".to_owned()), false),
            (Some("http://evil.example".to_owned()), false),
            (Some(format!("https://{host}")), false),
            (Some(format!("http://{host}.evil.example")), false),
        ]
    };
    let methods = [
        ("GET /", 200),
        ("HEAD /", 200),
        ("GET /api/events", 200),
        ("POST /api/position", 200),
        ("POST /", 405),
        ("PUT /api/position", 405),
        ("DELETE /", 405),
        ("OPTIONS /api/position", 405),
    ];
    for (host, is_ours) in hosts {
        for (origin, is_own) in origins(host) {
            for (line, allowed) in methods {
                let mut headers = vec![
                    ("Host", host),
                    ("X-Quietus", "1"),
                    ("Content-Type", "application/json"),
                ];
                headers.extend(origin.as_deref().map(|origin| ("Origin", origin)));
                let expected = match (is_ours, is_own) {
                    (false, _) => 421,
                    (true, false) => 403,
                    (true, true) => allowed,
                };
                let status = status(&guard(), line, &headers);
                assert_eq!(status, expected, "{line} {headers:?}");
            }
        }
    }
}

#[test]
fn the_usual_port_needs_no_name() {
    let guard = Guard {
        port: 80,
        ..guard()
    };
    for (host, expected) in [
        ("127.0.0.1", 200),
        ("localhost", 200),
        ("[::1]", 200),
        ("localhost:80", 200),
        ("localhost:81", 421),
        ("evil.example", 421),
        ("", 421),
    ] {
        let origin = format!("http://{host}");
        let headers = [("Host", host), ("Origin", &origin)];
        assert_eq!(status(&guard, "GET /", &headers), expected, "{host}");
    }
}

#[test]
fn a_post_needs_json_and_the_custom_header() {
    let post = |headers: &[(&str, &str)]| {
        let headers: Vec<_> = [("Host", OURS)].iter().chain(headers).copied().collect();
        status(&guard(), "POST /api/stop", &headers)
    };
    let (json, custom) = (("Content-Type", "application/json"), ("X-Quietus", "1"));
    assert_eq!(post(&[json, custom]), 200);
    assert_eq!(post(&[json]), 403);
    assert_eq!(post(&[custom]), 415);
    for other in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/json2",
    ] {
        assert_eq!(post(&[custom, ("Content-Type", other)]), 415);
    }
    for (site, expected) in [("same-origin", 200), ("none", 200), ("cross-site", 403)] {
        assert_eq!(post(&[json, custom, ("Sec-Fetch-Site", site)]), expected);
    }
}

#[test]
fn another_address_needs_the_token() {
    let guard = Guard {
        port: 8000,
        address: [0, 0, 0, 0].into(),
        token: Some("secret".to_owned()),
    };
    let host = ("Host", "192.168.0.7:8000");
    assert_eq!(status(&guard, "GET /", &[host]), 200);
    assert_eq!(
        status(&guard, "GET /", &[("Host", "evil.example:8000")]),
        421
    );
    for (query, expected) in [("", 401), ("?token=secre", 401), ("?token=secret", 200)] {
        let line = format!("GET /api/events{query}");
        assert_eq!(status(&guard, &line, &[host]), expected);
    }
    let token = ("X-Quietus-Token", "secret");
    assert_eq!(status(&guard, "GET /api/events", &[host, token]), 200);
}

#[test]
fn who_has_the_token_is_known_and_who_guesses_it_is_told_apart() {
    let guard = Guard {
        token: Some("secret".to_owned()),
        ..guard()
    };
    let check = |line: &str| {
        let text = format!("{line} HTTP/1.1\r\nHost: {OURS}\r\n\r\n");
        let (head, _) = Head::parse(text.as_bytes()).unwrap().unwrap();
        guard.check(&head).map_err(|refusal| refusal.is_guess)
    };
    assert_eq!(
        check("GET /api/events?token=secret").ok(),
        Some(Standing::Known)
    );
    assert_eq!(check("GET /?token=secret").ok(), Some(Standing::Stranger));
    assert_eq!(check("GET /api/events?token=secre").err(), Some(true));
    assert_eq!(check("GET /api/events").err(), Some(false));
}
