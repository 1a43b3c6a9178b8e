//! The fields of the training configuration as flags.

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use trainer::Settings;

/// The fields that the command line sets.
#[derive(Debug)]
pub struct Flags(pub Settings);

impl Args for Flags {
    fn augment_args(command: Command) -> Command {
        command.args(Settings::FIELDS.iter().map(|&(name, help)| {
            let check =
                move |word: &str| Settings::parse_field(name, &[word]).map(|_| word.to_owned());
            let flag = Arg::new(name)
                .long(name.replace('_', "-"))
                .value_name(name.to_uppercase())
                .help(help)
                .value_parser(check);
            match name {
                "data" | "generate" => flag.num_args(1..),
                "hidden" | "king_buckets" | "piece_shares" => flag.value_delimiter(','),
                _ => flag,
            }
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Flags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut settings = Settings::default();
        for (name, _) in Settings::FIELDS {
            if let Some(words) = matches.get_many::<String>(name) {
                let words: Vec<&str> = words.map(String::as_str).collect();
                let field = Settings::parse_field(name, &words)
                    .map_err(|error| Error::raw(ErrorKind::ValueValidation, error))?;
                settings = field.or(settings);
            }
        }
        Ok(Self(settings))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
