//! Errors whose variants stand beside the words that say them.

/// Declares an error: each variant with its words, in which the fields have their names.
///
/// ```
/// game::error_enum! {
///     /// Why a book is refused.
///     #[derive(Debug)]
///     pub enum BookError {
///         /// It has no entry.
///         Empty => "the book is empty";
///         /// An entry has a smaller key than the one before it.
///         Unsorted(number: usize) => "entry {number} is not in order of the keys";
///     }
/// }
/// assert_eq!(BookError::Unsorted(7).to_string(), "entry 7 is not in order of the keys");
/// ```
#[macro_export]
macro_rules! error_enum {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $error:ident {
            $(
                $(#[$doc:meta])*
                $variant:ident
                $(($($field:ident: $type:ty),*))?
                $({ $($(#[$named_doc:meta])* $named:ident: $named_type:ty),* $(,)? })?
                => $words:literal $(, $argument:expr)*;
            )*
        }
    ) => {
        $(#[$attribute])*
        $visibility enum $error {
            $(
                $(#[$doc])*
                $variant $(($($type),*))? $({ $($(#[$named_doc])* $named: $named_type),* })?,
            )*
        }

        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(
                        Self::$variant $(($($field),*))? $({ $($named),* })? => {
                            write!(f, $words $(, $argument)*)
                        }
                    )*
                }
            }
        }

        impl std::error::Error for $error {}
    };
}
