//! What is wrong with a plan.

/// A plan that cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// Not TOML, or not the fields of a plan.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// A field has a value that makes no sense.
    #[error("{field}: {reason}")]
    Field {
        /// Where.
        field: String,
        /// Why.
        reason: String,
    },
}

impl PlanError {
    pub(crate) fn new(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Field {
            field: field.into(),
            reason: reason.into(),
        }
    }
}
