//! Position and rules of a game by delegation to the position's own methods.

/// Implements most methods of [`Position`](crate::Position) by the inherent ones of the same name, so
/// that their users need no trait in scope. Goes into the `impl` block.
#[macro_export]
macro_rules! delegate_position {
    ($game:ty) => {
        $crate::delegate_position! { @
            side_to_move() -> <$game as $crate::Game>::Color;
            piece_on(square: <$game as $crate::Game>::Square) -> Option<<$game as $crate::Game>::Piece>;
            victim(mv: <$game as $crate::Game>::Move) -> Option<<$game as $crate::Game>::Piece>;
            immediate_gain(mv: <$game as $crate::Game>::Move) -> i32;
            threats() -> <$game as $crate::Game>::Threats;
            keys() -> &$crate::Keys;
            without_history() -> Self;
            generate(stage: $crate::Stage, moves: &mut $crate::MoveList<<$game as $crate::Game>::Move>) -> ();
            count_legal_moves() -> usize;
            is_pseudo_legal(mv: <$game as $crate::Game>::Move) -> bool;
            is_legal(mv: <$game as $crate::Game>::Move) -> bool;
            in_check() -> bool;
            has_legal_move() -> bool;
            gives_check(mv: <$game as $crate::Game>::Move) -> bool;
            check_squares() -> <$game as $crate::Game>::CheckSquares;
            is_noisy(mv: <$game as $crate::Game>::Move) -> bool;
            see_ge(mv: <$game as $crate::Game>::Move, threshold: i32) -> bool;
            null_move_is_safe() -> bool;
            halfmove_clock() -> u32;
            verdict(ply: usize) -> $crate::Verdict;
        }

        // Asked about each quiet move.
        #[inline(always)]
        fn gives_check_from(
            &self,
            squares: &<$game as $crate::Game>::CheckSquares,
            mv: <$game as $crate::Game>::Move,
        ) -> bool {
            Self::gives_check_from(self, squares, mv)
        }

        #[inline]
        fn make<O: $crate::Observer<$game>>(
            &mut self,
            mv: <$game as $crate::Game>::Move,
            observer: &mut O,
        ) {
            Self::make(self, mv, observer);
        }

        #[inline]
        fn unmake(&mut self, mv: <$game as $crate::Game>::Move) {
            Self::unmake(self, mv);
        }

        #[inline]
        fn make_null(&mut self) {
            Self::make_null(self);
        }

        #[inline]
        fn unmake_null(&mut self) {
            Self::unmake_null(self);
        }
    };
    (@ $($method:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(
            #[inline]
            fn $method(&self, $($argument: $type),*) -> $result {
                Self::$method(self, $($argument),*)
            }
        )*
    };
}

/// Implements the start, the texts and the end of a game of [`Rules`](crate::Rules) by the inherent
/// methods of its position. Goes into the `impl` block.
#[macro_export]
macro_rules! delegate_rules {
    ($position:ty) => {
        fn start() -> $position {
            <$position>::start()
        }

        fn parse_fen(fen: &str) -> Result<$position, Self::FenError> {
            <$position>::from_fen(fen)
        }

        fn fen(position: &$position) -> String {
            position.fen()
        }

        fn parse_move(position: &$position, text: &str) -> Result<Self::Move, Self::MoveError> {
            position.parse_uci(text)
        }

        fn move_text(position: &$position, mv: Self::Move) -> String {
            position.uci(mv)
        }

        fn move_number(position: &$position) -> u32 {
            position.fullmove_number()
        }

        fn outcome(position: &$position) -> Option<Self::Outcome> {
            position.outcome()
        }

        fn play(position: &mut $position, mv: Self::Move) {
            position.play(mv);
        }
    };
}
