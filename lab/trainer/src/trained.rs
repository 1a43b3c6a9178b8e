//! The feature sets that can be trained: how configurations and records name them.

use game::Codes;
use nnue::features::{ColorOf, PieceOf, SquareOf, makruk, xiangqi};
use nnue::{BucketMap, FeatureSet, Features};

use crate::backend::{Backend, BackendError, Plan, State};
use crate::config::{Config, ConfigError, FeatureKind};
use crate::model::BUCKET_INPUTS;

/// Why there is no GPU, unless a game says otherwise.
const NO_GPU: &str = match cfg!(feature = "cuda") {
    true => "the GPU trains networks of chess only",
    false => "built without GPU support",
};

/// The feature sets of a game whose networks can be trained.
pub trait Trained: Features<Game: Codes> {
    /// The side to move of a record.
    const FIRST: ColorOf<Self>;

    /// The set of a configuration.
    ///
    /// # Errors
    /// Names the field that is not supported.
    fn of_config(config: &Config) -> Result<Self, ConfigError>;

    /// Inputs of a bucket, if those of all buckets can share weights: the factorizer.
    fn factorizer_inputs(&self) -> Option<usize>;

    /// A piece and its square from their codes in a record, of which the side to move is the first
    /// color.
    fn placed(piece: u8, square: u8) -> (PieceOf<Self>, SquareOf<Self>);

    /// Whether there is a GPU that supports a plan.
    ///
    /// # Errors
    /// If not: why.
    fn can_use_gpu(_: &Plan<Self>) -> Result<(), BackendError> {
        Err(BackendError(NO_GPU.to_owned()))
    }

    /// Starts the GPU.
    ///
    /// # Errors
    /// If it fails, or does not support the plan.
    fn start_gpu(_: Plan<Self>, _: &State) -> Result<Box<dyn Backend>, BackendError> {
        Err(BackendError(NO_GPU.to_owned()))
    }
}

/// Evaluates an expression for a game with the type of its feature sets under a name.
macro_rules! for_features {
    ($game:expr, $features:ident => $body:expr) => {
        match $game {
            games::GameId::Chess => {
                type $features = nnue::FeatureSet;
                $body
            }
            games::GameId::Xiangqi => {
                type $features = nnue::features::xiangqi::FeatureSet;
                $body
            }
            games::GameId::Makruk => {
                type $features = nnue::features::makruk::FeatureSet;
                $body
            }
        }
    };
}
pub(crate) use for_features;

impl Trained for FeatureSet {
    const FIRST: chess::Color = chess::Color::White;

    fn of_config(config: &Config) -> Result<Self, ConfigError> {
        Ok(match config.features {
            FeatureKind::PieceSquare => Self::PieceSquare {
                mirrored: config.mirrored,
            },
            FeatureKind::HalfKp => Self::HalfKp,
            FeatureKind::Threats => Self::Threats,
            FeatureKind::KingBucket => Self::KingBucket(bucket_map(&config.king_buckets)?),
            FeatureKind::HomeBucket | FeatureKind::AttackBucket => {
                return Err(ConfigError::new("features", "chess does not have them"));
            }
        })
    }

    fn factorizer_inputs(&self) -> Option<usize> {
        matches!(self, Self::KingBucket(_)).then_some(BUCKET_INPUTS)
    }

    #[inline]
    fn placed(piece: u8, square: u8) -> (chess::Piece, chess::Square) {
        let color = chess::Color::from_index(usize::from(piece >> 3));
        let kind = chess::PieceType::from_index(usize::from(piece & 7));
        let square = chess::Square::from_index(usize::from(square));
        (chess::Piece::new(color, kind), square)
    }

    #[cfg(feature = "cuda")]
    fn can_use_gpu(plan: &Plan) -> Result<(), BackendError> {
        crate::cuda::present()?;
        crate::cuda::supports(plan)
    }

    #[cfg(feature = "cuda")]
    fn start_gpu(plan: Plan, state: &State) -> Result<Box<dyn Backend>, BackendError> {
        Self::can_use_gpu(&plan)?;
        Ok(Box::new(crate::cuda::Cuda::new(plan, state)?))
    }
}

fn bucket_map(numbers: &[u8]) -> Result<BucketMap, ConfigError> {
    let map = <[u8; 32]>::try_from(numbers).map_err(|_| {
        let count = numbers.len();
        ConfigError::new("king_buckets", format!("{count} numbers, not 32"))
    })?;
    if let Some(bucket) = map.iter().find(|&&bucket| bucket >= 32) {
        let reason = format!("bucket {bucket} is not below 32");
        return Err(ConfigError::new("king_buckets", reason));
    }
    Ok(BucketMap(map))
}

/// Where the king stands is part of a set, so the fields for chess do not count.
impl Trained for xiangqi::FeatureSet {
    const FIRST: ::xiangqi::Color = ::xiangqi::Color::Red;

    fn of_config(config: &Config) -> Result<Self, ConfigError> {
        Ok(match config.features {
            FeatureKind::PieceSquare => Self::PieceSquare,
            FeatureKind::KingBucket => Self::KingBucket,
            FeatureKind::HomeBucket => Self::HomeBucket,
            FeatureKind::AttackBucket => Self::AttackBucket,
            FeatureKind::HalfKp | FeatureKind::Threats => {
                return Err(ConfigError::new("features", "xiangqi does not have them"));
            }
        })
    }

    fn factorizer_inputs(&self) -> Option<usize> {
        let is_mirrored = matches!(self, Self::KingBucket | Self::AttackBucket);
        is_mirrored.then(|| self.bucket_inputs())
    }

    #[inline]
    fn placed(piece: u8, square: u8) -> (::xiangqi::Piece, ::xiangqi::Square) {
        let color = ::xiangqi::Color::from_index(usize::from(piece >> 3));
        let kind = ::xiangqi::PieceType::from_index(usize::from(piece & 7));
        let square = ::xiangqi::Square::from_index(usize::from(square));
        (::xiangqi::Piece::new(color, kind), square)
    }
}

impl Trained for makruk::FeatureSet {
    const FIRST: chess::Color = chess::Color::White;

    fn of_config(config: &Config) -> Result<Self, ConfigError> {
        match config.features {
            FeatureKind::PieceSquare => Ok(Self),
            _ => Err(ConfigError::new("features", "makruk has piece_square only")),
        }
    }

    fn factorizer_inputs(&self) -> Option<usize> {
        None
    }

    #[inline]
    fn placed(piece: u8, square: u8) -> (::makruk::Piece, chess::Square) {
        let color = chess::Color::from_index(usize::from(piece >> 3));
        let kind = ::makruk::PieceType::from_index(usize::from(piece & 7));
        let square = chess::Square::from_index(usize::from(square));
        (::makruk::Piece::new(color, kind), square)
    }
}
