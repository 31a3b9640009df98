//! The modules of a page as one script: on a slow network, every further file costs a round trip.
//!
//! All modules of a page share one scope, so a name is declared at the beginning of a line once in a page. What a page needs
//! only later is a part of it: a module that is imported by ``import(`./part.js${again}`)`` becomes a script of its own, with
//! what only it imports. It gets everything else from the script of its page. What `again` adds to the address makes a browser
//! fetch it again.
//!
//! Only the forms are known that the scripts of this project use: imports in one line that name what they import, and
//! exported functions, classes and constants. Bundlers such as esbuild and Rollup know all forms, but come as npm packages, and
//! nothing from npm is needed to build Thicket.

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A module that cannot be bundled.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BundleError {
    #[error("there is no module {0}")]
    Missing(String),
    #[error("{0} imports itself")]
    Circular(String),
    #[error("{0} is needed by two parts of a page, and not by the page")]
    Shared(String),
    #[error("{name} is declared in {one} and in {other}")]
    Twice {
        name: String,
        one: String,
        other: String,
    },
    #[error("{module}: not understood: {line}")]
    Form { module: String, line: String },
}

/// The scripts of a page by their paths: its own, and those of its parts.
///
/// # Errors
/// When a module does not exist, is not understood, imports itself, or declares a name twice.
pub(super) fn bundle(
    entry: &str,
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<HashMap<String, String>, BundleError> {
    let mut shared = BTreeSet::new();
    loop {
        match bundle_with(&shared, entry, read) {
            Err(BundleError::Shared(path)) if shared.insert(path.clone()) => (),
            scripts => return scripts,
        }
    }
}

fn bundle_with(
    shared: &BTreeSet<String>,
    entry: &str,
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<HashMap<String, String>, BundleError> {
    let mut bundle = Bundle {
        entry,
        read,
        modules: HashMap::new(),
        names: HashMap::new(),
    };
    let mut page = Script::of(entry, Vec::new());
    for path in std::iter::once(entry).chain(shared.iter().map(String::as_str)) {
        bundle.add(path, &mut page)?;
    }
    let scripts = bundle.with_all_parts(page)?;
    Ok(scripts
        .iter()
        .map(|script| (bundle.path_of(&script.root), bundle.text(script, &scripts)))
        .collect())
}

struct Bundle<'a> {
    /// The module that the script of the page begins with.
    entry: &'a str,
    read: &'a dyn Fn(&str) -> Option<String>,
    modules: HashMap<String, Module>,
    names: HashMap<String, String>,
}

/// A module that has been read, or is being read.
struct Module {
    /// The script that it is in, by the module that the script begins with.
    script: String,
    exports: BTreeSet<String>,
    /// Whether it has been added after all that it imports.
    added: bool,
}

#[derive(Default)]
struct Script {
    root: String,
    /// The scripts that are loaded before it, that of the page first.
    within: Vec<String>,
    code: String,
    borrowed: BTreeMap<String, BTreeSet<String>>,
    /// The modules that are imported when they are needed.
    parts: BTreeSet<String>,
}

impl Script {
    fn of(root: &str, within: Vec<String>) -> Self {
        Self {
            root: root.to_owned(),
            within,
            ..Self::default()
        }
    }

    /// A script for one of its parts.
    fn part(&self, root: &str) -> Self {
        let within = self.within.iter().chain([&self.root]);
        Self::of(root, within.cloned().collect())
    }
}

impl Bundle<'_> {
    fn with_all_parts(&mut self, page: Script) -> Result<Vec<Script>, BundleError> {
        let mut scripts = vec![page];
        let mut at = 0;
        while at < scripts.len() {
            for path in scripts[at].parts.clone() {
                if scripts.iter().all(|script| script.root != path) {
                    let mut part = scripts[at].part(&path);
                    self.add(&path, &mut part)?;
                    scripts.push(part);
                }
            }
            at += 1;
        }
        Ok(scripts)
    }

    /// The whole text of a script: its imports from other scripts, its code, and its exports to them.
    fn text(&self, script: &Script, all: &[Script]) -> String {
        let list = |names: &BTreeSet<String>| names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let imports = script.borrowed.iter().map(|(from, names)| {
            let address = self.address(&script.root, from);
            format!("import {{ {} }} from \"{address}\";\n", list(names))
        });
        let mut lent: BTreeSet<String> = all
            .iter()
            .filter_map(|other| other.borrowed.get(&script.root))
            .flatten()
            .cloned()
            .collect();
        if script.root != self.entry {
            lent.extend(self.modules[&script.root].exports.iter().cloned());
        }
        let export = match list(&lent) {
            names if names.is_empty() => String::new(),
            names => format!("export {{ {names} }};\n"),
        };
        imports.collect::<String>() + &script.code + &export
    }

    /// The path of a script: `pages/a.js`, or `pages/a/panels/b.js` for a part `panels/b.js` of that page.
    fn path_of(&self, root: &str) -> String {
        if root == self.entry {
            return root.to_owned();
        }
        format!("{}/{root}", self.entry.strip_suffix(".js").unwrap_or(self.entry))
    }

    /// How one script refers to another.
    fn address(&self, from: &str, to: &str) -> String {
        let (from, to) = (self.path_of(from), self.path_of(to));
        let folder = |path: &str| path.rfind('/').map_or(0, |at| at + 1);
        let mut shared = folder(&from).min(folder(&to));
        while from[..shared] != to[..shared] {
            shared = folder(&from[..shared - 1]);
        }
        let up = from[shared..].matches('/').count();
        let up = if up == 0 {
            "./".to_owned()
        } else {
            "../".repeat(up)
        };
        up + &to[shared..]
    }

    /// Adds a module to a script after all that it imports, if it is not there yet.
    fn add(&mut self, path: &str, script: &mut Script) -> Result<(), BundleError> {
        if let Some(module) = self.modules.get(path) {
            return if module.added {
                Ok(())
            } else {
                Err(BundleError::Circular(path.to_owned()))
            };
        }
        let text = (self.read)(path).ok_or_else(|| BundleError::Missing(path.to_owned()))?;
        let module = Module {
            script: script.root.clone(),
            exports: BTreeSet::new(),
            added: false,
        };
        self.modules.insert(path.to_owned(), module);
        let mut code = String::new();
        for line in text.lines().filter(|line| !line.is_empty()) {
            if let Some(import) = line.strip_prefix("import ") {
                let (wanted, from) = import_of(import).ok_or_else(|| form(path, line))?;
                self.import(&wanted, &resolved(path, from), script)?;
            } else {
                let line = self.declare(path, line)?;
                code.push_str(&self.with_parts(path, line, script)?);
                code.push('\n');
            }
        }
        script.code.push_str(&code);
        self.modules.get_mut(path).expect("module").added = true;
        Ok(())
    }

    /// Makes names of another module known in a script.
    fn import(&mut self, wanted: &[&str], from: &str, script: &mut Script) -> Result<(), BundleError> {
        self.add(from, script)?;
        let there = &self.modules[from].script;
        if *there == script.root {
            return Ok(());
        }
        if !script.within.contains(there) {
            return Err(BundleError::Shared(from.to_owned()));
        }
        let borrowed = script.borrowed.entry(there.clone()).or_default();
        borrowed.extend(wanted.iter().map(|&name| name.to_owned()));
        Ok(())
    }

    fn declare<'l>(&mut self, path: &str, line: &'l str) -> Result<&'l str, BundleError> {
        let exported = line.strip_prefix("export ");
        let declaration = exported.unwrap_or(line);
        let Some(name) = declared(declaration) else {
            // Several names in one declaration are not parsed.
            let several = ["const ", "let ", "var "]
                .iter()
                .any(|keyword| declaration.starts_with(keyword));
            return if exported.is_some() || several {
                Err(form(path, line))
            } else {
                Ok(line)
            };
        };
        if exported.is_some() && declaration.starts_with("let ") {
            return Err(form(path, line));
        }
        if let Some(one) = self.names.insert(name.to_owned(), path.to_owned()) {
            return Err(BundleError::Twice {
                name: name.to_owned(),
                one,
                other: path.to_owned(),
            });
        }
        if exported.is_some() {
            let module = self.modules.get_mut(path).expect("module");
            module.exports.insert(name.to_owned());
        }
        Ok(declaration)
    }

    /// Replaces the address of a part in a line with ``import(`…${…}`)``, and records the part.
    fn with_parts(&self, module: &str, line: &str, script: &mut Script) -> Result<String, BundleError> {
        let Some((before, rest)) = line.split_once("import(`") else {
            return Ok(line.to_owned());
        };
        let (from, after) = rest.split_once("${").ok_or_else(|| form(module, line))?;
        let part = resolved(module, from);
        let address = self.address(&script.root, &part);
        let line = format!("{before}import(`{address}${{{after}");
        script.parts.insert(part);
        Ok(line)
    }
}

fn form(module: &str, line: &str) -> BundleError {
    BundleError::Form {
        module: module.to_owned(),
        line: line.to_owned(),
    }
}

/// What is imported, and from where: `{ a, b } from "./x.js";`.
fn import_of(import: &str) -> Option<(Vec<&str>, &str)> {
    let (wanted, from) = import.strip_suffix("\";")?.split_once(" from \"")?;
    let names = wanted.strip_prefix("{ ")?.strip_suffix(" }")?;
    let names: Vec<_> = names.split(", ").collect();
    names
        .iter()
        .all(|name| !name.contains(' '))
        .then_some((names, from))
}

/// The name that a declaration brings: `function name(…`, `async function name(…`, `class Name …`, `const NAME = …`.
fn declared(declaration: &str) -> Option<&str> {
    let declaration = declaration.strip_prefix("async ").unwrap_or(declaration);
    let rest = ["function ", "class ", "const ", "let "]
        .iter()
        .find_map(|keyword| declaration.strip_prefix(keyword))?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$')?;
    (end > 0).then_some(&rest[..end])
}

/// The path of a module that another one imports by a relative address.
fn resolved(importer: &str, address: &str) -> String {
    let mut path: Vec<&str> = importer.split('/').collect();
    path.pop();
    for part in address.split('/') {
        match part {
            "." => (),
            ".." => drop(path.pop()),
            part => path.push(part),
        }
    }
    path.join("/")
}

#[cfg(test)]
mod tests;
