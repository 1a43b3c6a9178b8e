//! The position of a game by delegation to its own methods.

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
