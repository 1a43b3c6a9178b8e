//! Every command's help: complete, wrapped once, with examples that work.

use clap::{Command, CommandFactory, Parser};

use crate::{Cli, exit};

/// The width that examples and tables must fit into.
const NARROW: usize = 80;

/// All commands that help lists, with their subcommands' names in front.
fn commands() -> Vec<(String, Command)> {
    fn collect(name: &str, command: &Command, all: &mut Vec<(String, Command)>) {
        for sub in command
            .get_subcommands()
            .filter(|sub| sub.get_name() != "help" && !sub.is_hide_set())
        {
            collect(&format!("{name} {}", sub.get_name()), sub, all);
        }
        all.push((name.to_owned(), command.clone()));
    }
    let mut all = Vec::new();
    collect("quietus-lab", &Cli::command(), &mut all);
    all
}

fn after_help(command: &Command) -> String {
    command
        .get_after_help()
        .map(ToString::to_string)
        .unwrap_or_default()
}

/// The examples of a help text, continued lines joined.
fn examples(text: &str) -> Vec<String> {
    let joined = text.replace(" \\\n", " ");
    let examples = joined.lines().map(str::trim);
    examples
        .filter(|line| line.starts_with("quietus-lab "))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_command_has_examples_that_can_be_parsed() {
    for (name, command) in commands() {
        let examples = examples(&after_help(&command));
        assert!(!examples.is_empty(), "{name} has no example");
        for example in examples {
            let words = arena::split_words(&example);
            let words = words.iter().take_while(|word| *word != ">");
            if words.clone().nth(1).is_some_and(|word| word == "help") {
                continue;
            }
            if let Err(error) = Cli::try_parse_from(words) {
                panic!("{example}: {error}");
            }
        }
    }
}

#[test]
fn help_is_wrapped_once() {
    for (name, command) in commands() {
        let text = after_help(&command);
        let mut in_paragraph = false;
        for line in text.lines() {
            let is_indented = line.starts_with("  ");
            assert!(
                !is_indented || line.chars().count() <= NARROW,
                "{name}: wider than {NARROW} columns: {line}"
            );
            let is_prose = !line.is_empty() && !is_indented && !line.ends_with(':');
            assert!(
                !(in_paragraph && is_prose),
                "{name}: wrapped by hand: {line}"
            );
            in_paragraph = is_prose;
        }
        for argument in command.get_arguments() {
            let help = argument
                .get_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            assert!(
                !help.is_empty(),
                "{name}: {} has no help",
                argument.get_id()
            );
            assert!(!help.contains('\n'), "{name}: wrapped by hand: {help}");
        }
    }
}

#[test]
fn exit_codes_are_told_once() {
    for (name, command) in commands() {
        let text = after_help(&command);
        assert_eq!(text.contains(exit::HELP), name == "quietus-lab", "{name}");
        assert!(!text.contains("Exit status"), "{name}");
    }
}
