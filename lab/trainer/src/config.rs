//! What the trainer can be told, in one table.
//!
//! Each row of the table is a field of the configuration file and a flag of the command line, with
//! its default. Flags go before the file, the file before the defaults.

mod check;
mod words;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub use check::ConfigError;
pub use words::{ActivationWord, BackendWord, FeatureWord};

/// Four king buckets: both corners of the first rank, the rest of the first two ranks, the others.
const KING_BUCKETS: [u8; 32] = [
    0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
];

macro_rules! settings {
    ($(
        $(#[doc = $doc:literal])+
        $(#[flag($($flag:tt)*)])?
        $name:ident: $kind:ident $(<$inner:ident>)? = $default:expr;
    )*) => {
        /// A complete configuration.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Config {
            $($(#[doc = $doc])+ pub $name: $kind $(<$inner>)?,)*
        }

        impl Default for Config {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        /// The fields that a file or a command line names.
        #[derive(Clone, Debug, Default, PartialEq, Deserialize, clap::Args)]
        #[serde(deny_unknown_fields, default)]
        pub struct Settings {
            $($(#[doc = $doc])+
            #[arg(long, $($($flag)*)?)]
            pub $name: Option<$kind $(<$inner>)?>,)*
        }

        impl Settings {
            /// These settings, and those of `other` where these say nothing.
            #[must_use]
            pub fn or(self, other: Self) -> Self {
                Self { $($name: self.$name.or(other.$name),)* }
            }

            /// The whole configuration.
            #[must_use]
            pub fn resolve(self) -> Config {
                let Config { $($name,)* } = Config::default();
                Config { $($name: self.$name.unwrap_or($name),)* }
            }
        }

        impl Config {
            /// The text of a configuration file, with what each field means.
            #[must_use]
            pub fn to_toml(&self) -> String {
                let mut text = String::new();
                $(
                    $(text.push_str(concat!("#", $doc, "\n"));)+
                    let value = toml_value(&self.$name);
                    text.push_str(&format!("{} = {value}\n\n", stringify!($name)));
                )*
                text
            }
        }
    };
}

fn toml_value(value: &impl Serialize) -> String {
    toml::Value::try_from(value)
        .expect("words, numbers, paths and lists of them are TOML")
        .to_string()
}

settings! {
    /// What the network is called
    name: String = "network".to_owned();
    /// The folder for everything that training writes
    output: PathBuf = PathBuf::from("run");
    /// Files of games (.qgames) or of 32-byte records (bulletformat's ChessBoard)
    #[flag(num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf> = Vec::new();
    /// The part of the positions that is held out to validate
    validation: f64 = 0.02;
    /// Of games: leave out positions in check
    no_check: bool = true;
    /// Of games: leave out positions in which a capture or a promotion was played
    no_tactical: bool = true;
    /// Of games: plies before the position, at least
    min_ply: u32 = 16;
    /// Of games: plies before the position, at most
    max_ply: u32 = 1_000_000;
    /// Of games: the size of the score, at most
    max_score: u16 = 10_000;
    /// Of games: pieces on the board, at least
    min_pieces: u32 = 4;
    /// Of games: pieces on the board, at most
    max_pieces: u32 = 32;
    /// Of games: leave out positions whose score gives the result a smaller chance than this
    min_chance: f64 = 0.0;
    /// Of games: use positions of games without a known result, too; their score alone counts
    unknown_results: bool = true;
    /// Of games: use positions after moves searched but not played, too; their score alone counts
    siblings: bool = true;
    /// Of games: the share of the remaining positions that is left out by chance
    skip: f64 = 0.0;
    /// Of games: shares of positions kept at 0, 8, 16, 24 and 32 pieces, linear between; empty: all
    #[flag(value_delimiter = ',', value_name = "SHARES")]
    piece_shares: Vec<f64> = Vec::new();
    /// A network file to start from; empty: random first weights
    parent: PathBuf = PathBuf::new();
    /// A ledger to record the network in; empty: none
    ledger: PathBuf = PathBuf::new();

    /// How a position becomes inputs
    #[flag(value_enum)]
    features: FeatureWord = FeatureWord::PieceSquare;
    /// Whether piece_square turns the files around when the own king is on files e to h
    mirrored: bool = true;
    /// For king_bucket: the bucket of each own king square, files a to d of the first rank first
    #[flag(value_delimiter = ',', value_name = "NUMBERS")]
    king_buckets: Vec<u8> = KING_BUCKETS.to_vec();
    /// For king_bucket: whether weights that all buckets share are trained, too
    factoriser: bool = true;
    /// Neurons of the first layer for each side: a multiple of 32
    width: usize = 128;
    /// What the first layer's sums go through
    #[flag(value_enum)]
    activation: ActivationWord = ActivationWord::Screlu;
    /// Sizes of small layers after the first, multiples of 16; empty: none
    #[flag(value_delimiter = ',', value_name = "SIZES")]
    hidden: Vec<usize> = Vec::new();
    /// What the sums of small layers go through: crelu or screlu
    #[flag(value_enum)]
    hidden_activation: ActivationWord = ActivationWord::Screlu;
    /// Sets of weights after the first layer, chosen by the number of pieces
    output_buckets: usize = 1;
    /// What one is in the first layer of the network file
    first_scale: i32 = 255;
    /// What one is in the output weights of the network file; 0: as much as they have room for
    output_scale: i32 = 0;
    /// The first small layer's sums are scaled by two to this power in the network file
    sum_bits: u32 = 13;
    /// Hundredths of a pawn that an output of one means; scores are divided by it, too
    scale: i32 = 400;

    /// Of the first weights and of the order of positions
    seed: u64 = 1;
    /// How often each position is used
    passes: f64 = 12.0;
    /// Positions of one step
    batch: usize = 16_384;
    /// The learning rate after the warm-up
    rate: f64 = 1e-3;
    /// The learning rate at the end; between them is half a wave of a cosine
    final_rate: f64 = 2.4e-6;
    /// The part of the steps in which the rate rises
    warmup: f64 = 0.01;
    /// The weight of the game's result in the target at the start, against that of the score
    result_weight: f64 = 0.3;
    /// The same at the end
    final_result_weight: f64 = 0.3;
    /// The power of the distance from the target that is the loss
    loss_power: f64 = 2.0;
    /// How much of itself a weight loses in a step, times the rate
    decay: f64 = 0.01;
    /// How much of the mean gradient is kept in a step
    beta1: f64 = 0.9;
    /// How much of the mean squared gradient is kept in a step
    beta2: f64 = 0.999;
    /// What is added to the root of the mean squared gradient
    epsilon: f64 = 1e-8;
    /// Weights stay between minus this and this
    clip: f64 = 1.98;
    /// The last part of the steps, whose weights are averaged; 0: no averaging
    average: f64 = 0.2;

    /// What computes
    #[flag(value_enum)]
    backend: BackendWord = BackendWord::Auto;
    /// Threads of the processor; 0: all. The result does not depend on it
    threads: usize = 0;
    /// How often to validate and to write a checkpoint, evenly over the run
    checkpoints: u64 = 40;
}

impl Settings {
    /// Reads a configuration file.
    ///
    /// # Errors
    /// Names the field, with its line.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}

#[cfg(test)]
mod tests;
