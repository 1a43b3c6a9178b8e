//! Errors of self-play on the GPU.

use thiserror::Error;

/// An error of self-play on the GPU.
#[derive(Debug, Error)]
pub enum Error {
    /// The device has no code for the feature set.
    #[error("the GPU cannot search with this network: its features are {0}, not {1}")]
    Features(String, &'static str),
    /// The device cannot evaluate the network.
    #[error("the GPU cannot search with this network: {0}")]
    Architecture(&'static str),
    /// The device cannot play such games.
    #[error("the GPU cannot play games with these settings: {0}")]
    Settings(&'static str),
    /// The driver, a library or a GPU is missing, or failed.
    #[error("{0}")]
    Device(String),
}

impl From<Error> for datagen::Error {
    fn from(error: Error) -> Self {
        Self::Device(error.into())
    }
}
