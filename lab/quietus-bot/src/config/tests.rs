//! Tests of the configuration.

use super::{Config, Level, Speed, TimeControl};

#[test]
fn the_template_is_the_default() {
    let template = Config::template();
    let read = Config::parse(&template).unwrap();
    let defaults = Config::default();
    let values = |config: &Config| -> Vec<String> {
        let fields = config.fields();
        fields.into_iter().map(|field| field.value).collect()
    };
    assert_eq!(values(&read), values(&defaults));
    assert_eq!(values(&Config::parse("").unwrap()), values(&defaults));
    for field in defaults.fields() {
        assert!(!field.about.is_empty(), "{}", field.key);
        assert!(!field.value.contains('\n'), "{}", field.key);
    }
}

#[test]
fn values_are_read() {
    let config = Config::parse(
        "[engine]\nlevel = 1500\noptions = { Hash = 64, \"Clear Hash\" = \"\", Ponder = false }\n\
         [challenge]\nspeeds = [\"ultraBullet\"]\n[matchmaking]\nclocks = [\"0.5+1\"]",
    )
    .unwrap();
    assert_eq!(config.engine.level, Level::Elo(1500));
    assert_eq!(config.challenge.speeds, [Speed::UltraBullet]);
    assert_eq!(config.matchmaking.clocks, [TimeControl::new(30, 1)]);
    assert_eq!(config.engine.options.len(), 3);
}

#[test]
fn mistakes_are_named_with_their_line() {
    for (text, words) in [
        ("[game]\nat_onc = 1", &["line 2", "at_onc", "at_once"][..]),
        ("[gme]\n", &["gme"]),
        (
            "\n[challenge]\nspeeds = [\"fast\"]",
            &["line 3", "fast", "blitz"],
        ),
        (
            "[challenge]\ntime = [300, 60]",
            &["line 2", "time", "300 is above 60"],
        ),
        ("[server]\nsilence = -1.0", &["line 2", "silence"]),
        ("[server]\nsilence = nan", &["line 2", "silence"]),
        ("[server]\nurl = \"lichess.org\"", &["line 2", "https://"]),
        (
            "[server]\nurl = \"http://lichess.org\"",
            &["line 2", "secret"],
        ),
        ("[server]\nurl = \"http://localhost.evil.org\"", &["secret"]),
        (
            "[server]\nurl = \"http://127.0.0.1:1@evil.org\"",
            &["secret"],
        ),
        ("[engine]\nlevel = \"hard\"", &["line 2", "opponent"]),
        ("[engine]\noptions = { Hash = [1] }", &["line 2", "Hash"]),
        ("[game]\nat_once = 0", &["at least one"]),
        ("[game]\nfor_humans = 2", &["more than the 1"]),
        ("[matchmaking]\nclocks = [\"2.5+0\"]", &["line 2", "2.5+0"]),
        ("no TOML", &["line 1"]),
    ] {
        let error = Config::parse(text).unwrap_err();
        for word in words {
            assert!(
                error.contains(word),
                "{text:?}: {word:?} is not in {error:?}"
            );
        }
    }
}

#[test]
fn every_line_is_explained() {
    let text = "[game]\n# mine\nat_once = 3\n";
    let words = Config::parse(text).unwrap().explain(text);
    assert!(words.contains("at_once = 3  (line 3)"), "{words}");
    assert!(words.contains("takebacks = 0  (default)"), "{words}");
    assert!(words.contains("Takebacks that are granted"), "{words}");
}
