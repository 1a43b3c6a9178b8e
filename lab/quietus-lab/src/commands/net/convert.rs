//! `net convert`: writes a network as a `.qnn` file, and edits its card.

use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, bail};
use evaluation::Evaluated;
use games::for_game;
use net_tools::{Card, Format, NetFile, game_of};
use nnue::{Container, Features};
use serde_json::{Map, Value};

use crate::exit::Exit;
use crate::files::{print, read_json, write_file};

const HELP: &str = "\
Examples:
  quietus-lab net convert old.sknnue old.qnn --set name=old
  quietus-lab net convert net.qnn net.qnn --card card.json --set seed=7 --set x=

The parameters do not change. A value that is valid JSON is stored as such, any other as a string; an \
empty value removes the key. A file of another format becomes the parent in the new card.";

/// Write a network as a .qnn file, or edit its card
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Network file in any format
    net: PathBuf,

    /// Output file; can be the same
    out: PathBuf,

    /// Take the card from this JSON file
    #[arg(long, value_name = "FILE")]
    card: Option<PathBuf>,

    /// Set a key of the card; can be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<Edit>,
}

/// A change of the card.
#[derive(Clone, Debug, PartialEq)]
struct Edit {
    key: String,
    /// Nothing removes the key.
    value: Option<Value>,
}

impl FromStr for Edit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE")?;
        if key.is_empty() {
            return Err("expected a key before =".to_owned());
        }
        let parsed = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
        Ok(Self {
            key: key.to_owned(),
            value: (!value.is_empty()).then_some(parsed),
        })
    }
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    for_game!(game_of(&args.net)?, G => run_for::<<G as Evaluated>::Features>(args))
}

fn run_for<F: Features>(args: &Args) -> anyhow::Result<Exit> {
    let file = NetFile::<F>::read(&args.net)?;
    let container = Container {
        card: new_card(&file, args)?.to_text(),
        network: file.container.network,
    };
    let bytes = container.write()?;
    Container::<F>::read(&bytes).context("the converted network does not load")?;
    write_file(&args.out, &bytes)?;
    let words = format!(
        "{}: {}, {} bytes\n",
        args.out.display(),
        container.network.architecture(),
        bytes.len()
    );
    print(&words)?;
    Ok(Exit::Success)
}

fn new_card<F: Features>(file: &NetFile<F>, args: &Args) -> anyhow::Result<Card> {
    let mut keys = match read_json(args.card.as_deref())? {
        Value::Object(keys) => keys,
        Value::Null => old_card(file)?,
        _ => bail!("the card must be a JSON object"),
    };
    if file.format != Format::Qnn {
        let parent = || Value::from(file.hash.sha256.clone());
        keys.entry("parent").or_insert_with(parent);
        let format = file.format.to_string();
        keys.entry("converted_from")
            .or_insert_with(|| format.into());
    }
    for Edit { key, value } in &args.set {
        match value {
            Some(value) => keys.insert(key.clone(), value.clone()),
            None => keys.shift_remove(key),
        };
    }
    Ok(Card::parse(&Value::Object(keys).to_string())?)
}

fn old_card<F: Features>(file: &NetFile<F>) -> anyhow::Result<Map<String, Value>> {
    let card = Card::parse(&file.container.card)?;
    match serde_json::to_value(card)? {
        Value::Object(keys) => Ok(keys),
        _ => Ok(Map::new()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Edit;

    #[test]
    fn edits_are_read() {
        let edit = |text: &str| text.parse::<Edit>().map(|edit| (edit.key, edit.value));
        let known = |key: &str, value| Ok((key.to_owned(), value));
        assert_eq!(edit("name=a=b"), known("name", Some(json!("a=b"))));
        assert_eq!(edit("seed=7"), known("seed", Some(json!(7))));
        assert_eq!(
            edit("recipe={\"a\":[1]}"),
            known("recipe", Some(json!({"a": [1]})))
        );
        assert_eq!(edit("seed="), known("seed", None));
        assert!(edit("seed").is_err() && edit("=7").is_err());
    }
}
