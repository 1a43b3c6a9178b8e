//! The training configuration, in one table.
//!
//! Each row is a field of the configuration file and a flag of the command line, with its default.
//! Flags override the file, the file overrides the defaults.

mod check;
mod kinds;

use std::path::PathBuf;

use games::GameId;
use nnue::Activation;
use serde::{Deserialize, Serialize};

pub use check::ConfigError;
pub use kinds::{ActivationKind, BackendKind, FeatureKind};

/// Four king buckets: both corners of the first rank, its center, the second rank, the others.
const KING_BUCKETS: [u8; 32] = [
    0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
];

macro_rules! settings {
    ($(
        $(#[doc = $doc:literal])+
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

        /// The fields that a file or a command line sets.
        #[derive(Clone, Debug, Default, PartialEq, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Settings {
            $($(#[doc = $doc])+ pub $name: Option<$kind $(<$inner>)?>,)*
        }

        impl Settings {
            /// The name and the meaning of each field.
            pub const FIELDS: &'static [(&'static str, &'static str)] =
                &[$((stringify!($name), concat!($($doc),+).trim_ascii_start()),)*];

            /// These settings, or those of `other` where these are not set.
            #[must_use]
            pub fn or(self, other: Self) -> Self {
                Self { $($name: self.$name.or(other.$name),)* }
            }

            /// The complete configuration.
            pub fn resolve(self) -> Config {
                let Config { $($name,)* } = Config::default();
                Config { $($name: self.$name.unwrap_or($name),)* }
            }
        }

        impl Config {
            /// The configuration file, with the meaning of each field.
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
    /// The network's name
    name: String = "network".to_owned();
    /// Output folder
    output: PathBuf = PathBuf::from("run");
    /// Files of games (.qgames), manifests of a store (.manifest), or 32-byte records (bulletformat's
    /// ChessBoard)
    data: Vec<PathBuf> = Vec::new();
    /// Games to play first, into NAME.qgames in the output folder, and to train on with the data: options
    /// of datagen as NAME=VALUE, among them games, positions or time; empty: none
    generate: Vec<String> = Vec::new();
    /// Fraction of the positions held out for validation
    validation: f64 = 0.02;
    /// Games only: skip positions in check
    no_check: bool = true;
    /// Games only: skip positions in which a capture or a promotion was played
    no_noisy: bool = true;
    /// Games only: skip positions before this ply
    min_ply: u32 = 16;
    /// Games only: skip positions after this ply
    max_ply: u32 = 1_000_000;
    /// Games only: skip positions with a larger absolute score
    max_score: u16 = 10_000;
    /// Games only: skip positions with fewer pieces
    min_pieces: u32 = 4;
    /// Games only: skip positions with more pieces
    max_pieces: u32 = 32;
    /// Games only: skip positions whose score gives the result a smaller probability
    min_chance: f64 = 0.0;
    /// Games only: TD(lambda), the weight of the scores after a position in its score
    td_lambda: f64 = 0.0;
    /// Games only: use positions of games with an unknown result, too, by their score alone
    unknown_results: bool = true;
    /// Games only: use positions after moves searched but not played, too, by their score alone
    siblings: bool = true;
    /// Games only: fraction of the remaining positions to skip at random
    skip: f64 = 0.0;
    /// Games only: fractions kept at 0, 8, 16, 24 and 32 pieces, linear between; empty: all
    piece_shares: Vec<f64> = Vec::new();
    /// Network to start from, or the checkpoint of a finished run, which has the weights unrounded and the
    /// factorizer apart; empty: random initialization
    parent: PathBuf = PathBuf::new();
    /// Games with deep labels (.qgames), never trained on, for the test loss on the card; empty: none
    test_set: PathBuf = PathBuf::new();
    /// Games (.pgn, also .xz or .zst) for the correlation with their results on the card, never trained
    /// on; empty: none
    results: PathBuf = PathBuf::new();
    /// Ledger to record the network in; empty: none
    ledger: PathBuf = PathBuf::new();

    /// Game: chess, xiangqi or makruk
    game: GameId = GameId::Chess;
    /// Feature set: piece_square, king_bucket, half_kp or threats; of xiangqi piece_square, king_bucket,
    /// attack_bucket or home_bucket; of makruk piece_square
    features: FeatureKind = FeatureKind::PieceSquare;
    /// For piece_square of chess: horizontal mirroring by the own king's file
    mirrored: bool = true;
    /// For king_bucket of chess: the king bucket of each own king square, files a to d of rank 1 first
    king_buckets: Vec<u8> = KING_BUCKETS.to_vec();
    /// For king_bucket and attack_bucket: train a factorizer, weights shared by all buckets
    factorizer: bool = true;
    /// Neurons of the feature transformer for each perspective: a multiple of 32
    width: usize = 128;
    /// Activation of the feature transformer: relu, crelu, screlu or pairwise
    activation: ActivationKind = ActivationKind(Activation::Screlu);
    /// Sizes of hidden layers, multiples of 16; empty: none
    hidden: Vec<usize> = Vec::new();
    /// Activation of hidden layers: crelu or screlu
    hidden_activation: ActivationKind = ActivationKind(Activation::Screlu);
    /// Dual activation: the outputs of the first hidden layer are crelu of its sums, then screlu of them
    hidden_dual: bool = false;
    /// Output buckets, selected by the piece count; in xiangqi by rooks, horses and cannons
    output_buckets: usize = 1;
    /// QA: quantization scale of the feature transformer
    qa: i32 = 255;
    /// QB: quantization scale of the output weights; 0: the largest that fits
    qb: i32 = 0;
    /// Quantization scale of the first hidden layer's sums, as a power of two
    sum_bits: u32 = 13;
    /// Centipawns of an output of one; scores are divided by it before the sigmoid
    eval_scale: i32 = 400;

    /// Seed of the initialization and of the shuffling
    seed: u64 = 1;
    /// Epochs: passes over the training positions
    epochs: f64 = 12.0;
    /// Positions of a batch
    batch_size: usize = 16_384;
    /// Learning rate after the warmup
    learning_rate: f64 = 1e-3;
    /// Learning rate at the end of the cosine decay
    final_learning_rate: f64 = 2.4e-6;
    /// Fraction of the steps with linear warmup
    warmup: f64 = 0.01;
    /// WDL blend: weight of the game result in the target at the start, the score has the rest
    wdl: f64 = 0.3;
    /// WDL blend at the end; linear in between
    final_wdl: f64 = 0.3;
    /// Loss exponent: the loss is |sigmoid(output) - target| to this power
    loss_exponent: f64 = 2.0;
    /// AdamW: weight decay, multiplied by the learning rate
    weight_decay: f64 = 0.01;
    /// Factor of weight_decay for what king buckets add to the factorizer
    own_decay_factor: f64 = 1.0;
    /// Factor of weight_decay for hidden layers
    hidden_decay_factor: f64 = 1.0;
    /// Factor of weight_decay for the output layer
    output_decay_factor: f64 = 1.0;
    /// Factor of the learning rate for what king buckets add to the factorizer
    own_rate_factor: f64 = 1.0;
    /// Factor of the learning rate for hidden layers
    hidden_rate_factor: f64 = 1.0;
    /// Factor of the learning rate for the output layer
    output_rate_factor: f64 = 1.0;
    /// AdamW: decay of the mean gradient
    beta1: f64 = 0.9;
    /// AdamW: decay of the mean squared gradient
    beta2: f64 = 0.999;
    /// AdamW: added to the root of the mean squared gradient
    epsilon: f64 = 1e-8;
    /// Weights are clipped to minus this and this
    max_weight: f64 = 1.98;
    /// Stochastic weight averaging (SWA) over this last fraction of the steps; 0: off
    swa: f64 = 0.2;

    /// Backend: auto, cpu or cuda
    backend: BackendKind = BackendKind::Auto;
    /// CPU threads; 0: all. The result does not depend on it
    threads: usize = 0;
    /// Checkpoints with validation, evenly over the run
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

    /// Reads one field from the words of a command line: as in the file, but strings need no quotes and
    /// lists no brackets.
    ///
    /// # Errors
    /// If there is no such field, or the words are not a value of it.
    pub fn parse_field(name: &str, words: &[&str]) -> Result<Self, String> {
        let quoted = words
            .iter()
            .map(|&word| toml::Value::from(word).to_string());
        let (plain, quoted) = (words.join(", "), quoted.collect::<Vec<_>>().join(", "));
        let parse = |value: &str| Self::parse(&format!("{name} = {value}"));
        let lists = [format!("[{plain}]"), format!("[{quoted}]")];
        let mut values = lists.iter().chain([&plain]);
        let parsed = values.find_map(|value| parse(value).ok());
        parsed.map_or_else(
            || parse(&quoted).map_err(|error| error.message().to_owned()),
            Ok,
        )
    }
}

#[cfg(test)]
mod tests;
