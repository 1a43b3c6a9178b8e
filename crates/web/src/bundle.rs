//! The modules of the page as one script, which a browser loads much faster than forty.
//!
//! Each module becomes a function that gives what it exports. This reads the modules of the page, not
//! JavaScript: an import is one line of names, an export stands at the start of its line.

use std::fmt::Write;

/// A module: its file name and source.
pub type Module = (&'static str, &'static str);

/// The script of a module with all that it needs.
pub fn bundle(modules: &[Module], main: &str) -> String {
    let mut bundle = Bundle {
        modules,
        added: Vec::new(),
        script: String::new(),
    };
    bundle.add(main);
    bundle.script
}

struct Bundle<'a> {
    modules: &'a [Module],
    added: Vec<&'a str>,
    script: String,
}

impl Bundle<'_> {
    /// Adds a module after those that it imports.
    fn add(&mut self, name: &str) {
        if self.added.contains(&name) {
            return;
        }
        let found = self.modules.iter().find(|(own, _)| *own == name);
        let &(name, source) = found.expect("the page imports only its own modules");
        self.added.push(name);
        let (mut body, mut exports) = (String::new(), Vec::new());
        for line in source.lines() {
            if let Some((names, from)) = import(line) {
                self.add(from);
                let _ = writeln!(body, "const {names} = {};", variable(from));
            } else if let Some(declaration) = line.strip_prefix("export ") {
                exports.push(declared(declaration));
                let _ = writeln!(body, "{declaration}");
            } else {
                let _ = writeln!(body, "{line}");
            }
        }
        let _ = writeln!(
            self.script,
            "const {} = (() => {{\n{body}return {{ {} }};\n}})();",
            variable(name),
            exports.join(", ")
        );
    }
}

/// The names in braces and the file of an import.
fn import(line: &str) -> Option<(&str, &str)> {
    let (names, from) = line.strip_prefix("import ")?.split_once(" from \"./")?;
    Some((names, from.strip_suffix("\";")?))
}

/// What holds the exports of a module.
fn variable(name: &str) -> String {
    format!("${}", name.trim_end_matches(".js").replace('-', "_"))
}

/// The name that a declaration gives.
fn declared(declaration: &str) -> &str {
    let words = declaration.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
    let keywords = ["async", "class", "const", "function"];
    let mut names = words.skip_while(|word| keywords.contains(word));
    names.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::bundle;

    #[test]
    fn modules_follow_what_they_import() {
        let modules = [
            (
                "main.js",
                "import { Board } from \"./the-board.js\";\nimport { h, s } from \"./dom.js\";\nh();\n",
            ),
            (
                "dom.js",
                "export const h = 1;\nexport async function s() {}\n",
            ),
            (
                "the-board.js",
                "import { h } from \"./dom.js\";\nexport class Board {}\n",
            ),
        ];
        let expected = "const $dom = (() => {\nconst h = 1;\nasync function s() {}\nreturn { h, s };\n})();\n\
            const $the_board = (() => {\nconst { h } = $dom;\nclass Board {}\nreturn { Board };\n})();\n\
            const $main = (() => {\nconst { Board } = $the_board;\nconst { h, s } = $dom;\nh();\nreturn {  };\n})();\n";
        assert_eq!(bundle(&modules, "main.js"), expected);
    }
}
