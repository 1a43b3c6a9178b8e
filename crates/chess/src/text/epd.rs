//! EPD: positions with operations.

pub use ::pgn::EpdError;

/// A chess position and what is said about it.
pub type Epd = ::pgn::Epd<crate::Chess>;

#[cfg(test)]
mod tests {
    use super::{Epd, EpdError};

    const LINE: &str = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - \
        bm f5 Be5+; id \"Undermine; 001\"; c0 \"f5=10, Be5+=2\"; hmvc 3; fmvn 30;";

    #[test]
    fn operations_are_read_and_written_back() {
        let epd = Epd::parse(LINE).unwrap();
        assert_eq!(epd.operand("id"), Some("Undermine; 001"));
        assert_eq!(epd.operand("c0"), Some("f5=10, Be5+=2"));
        let moves = epd.moves("bm").unwrap();
        assert_eq!(
            moves
                .iter()
                .map(|&mv| epd.position.san(mv))
                .collect::<Vec<_>>(),
            ["f5", "Be5+"]
        );
        assert_eq!(epd.moves("am"), Ok(Vec::new()));
        assert_eq!(
            (
                epd.position.halfmove_clock(),
                epd.position.fullmove_number()
            ),
            (3, 30)
        );
        assert_eq!(epd.to_string(), LINE);
        assert_eq!(Epd::parse(&epd.to_string()), Ok(epd));
    }

    #[test]
    fn clocks_in_the_line_are_taken_and_missing_ends_forgiven() {
        let epd = Epd::parse("8/8/8/4k3/8/8/4P3/4K3 w - - 7 42 bm e4").unwrap();
        assert_eq!(
            (
                epd.position.halfmove_clock(),
                epd.position.fullmove_number()
            ),
            (7, 42)
        );
        assert_eq!(epd.moves("bm").unwrap().len(), 1);
        assert!(
            Epd::parse("8/8/8/4k3/8/8/4P3/4K3 w - -")
                .unwrap()
                .operations
                .is_empty()
        );
    }

    #[test]
    fn bad_lines_say_why() {
        let board = "8/8/8/4k3/8/8/4P3/4K3 w - -";
        let error = |operations: &str| Epd::parse(&format!("{board} {operations}")).unwrap_err();
        assert_eq!(error("id \"x"), EpdError::OpenQuote("\"x".to_owned()));
        assert_eq!(error("bm e4; ;; ?x y;"), EpdError::Opcode("?x".to_owned()));
        assert_eq!(
            error("hmvc x;"),
            EpdError::Number("hmvc".to_owned(), "x".to_owned())
        );
        let epd = Epd::parse(&format!("{board} bm e5;")).unwrap();
        assert_eq!(
            epd.moves("bm").unwrap_err().to_string(),
            "bad move after bm in EPD: not a legal move here: \"e5\""
        );
        assert!(matches!(
            Epd::parse("8/8 w - -"),
            Err(EpdError::Position(_))
        ));
    }
}
