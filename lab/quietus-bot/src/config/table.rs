//! One table of keys: from it come the structs, the file that `--init` writes, the words of
//! `--check` and the reference.

/// A key of the configuration.
pub struct Field {
    /// The table it is in.
    pub section: &'static str,
    /// Its name.
    pub key: &'static str,
    /// What it means; one or more lines.
    pub about: &'static [&'static str],
    /// Its value in TOML.
    pub value: String,
}

/// A table of the configuration.
pub struct Section {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static [&'static str],
}

/// Declares the sections with their keys, meanings and defaults.
macro_rules! sections {
    ($(
        $(#[doc = $about:literal])*
        $section:ident: $name:ident {
            $( $(#[doc = $text:literal])* $key:ident: $type:ty = $default:expr; )*
        }
    )*) => {
        $(
            $(#[doc = $about])*
            #[derive(Clone, Debug, serde::Deserialize)]
            #[serde(default, deny_unknown_fields)]
            pub struct $name { $( $(#[doc = $text])* pub $key: $type, )* }

            impl Default for $name {
                fn default() -> Self {
                    Self { $( $key: $default, )* }
                }
            }
        )*

        /// All that can be configured.
        #[derive(Clone, Debug, Default, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Config { $( $(#[doc = $about])* pub $section: $name, )* }

        impl Config {
            /// The sections, in their order.
            pub const SECTIONS: &'static [$crate::config::Section] = &[
                $( $crate::config::Section {
                    name: stringify!($section),
                    about: &[$($about),*],
                }, )*
            ];

            /// All keys with the values that they have here.
            pub fn fields(&self) -> Vec<$crate::config::Field> {
                vec![ $($(
                    $crate::config::Field {
                        section: stringify!($section),
                        key: stringify!($key),
                        about: &[$($text),*],
                        value: $crate::config::table::toml_text(&self.$section.$key),
                    },
                )*)* ]
            }
        }
    };
}
pub(super) use sections;

/// A value as TOML writes it, on one line.
pub(super) fn toml_text(value: &impl serde::Serialize) -> String {
    let value = toml::Value::try_from(value).expect("the types of the table fit TOML");
    value.to_string()
}
