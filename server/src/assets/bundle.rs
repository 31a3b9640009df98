//! The modules of a page as one script: on a slow network, every further file costs a round trip.
//!
//! It knows the forms that the scripts of this project use, and no others: imports at the beginning of a line that name what
//! they import, and exported functions, classes and constants.

use std::collections::HashMap;
use std::fmt::Write;

/// A module that cannot be put into a script.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BundleError {
    /// It does not exist.
    #[error("there is no module {0}")]
    Missing(String),
    /// It imports itself, perhaps through others.
    #[error("{0} imports itself")]
    Circular(String),
    /// An import or an export has a form that is not known here.
    #[error("{module}: not understood: {line}")]
    Form {
        /// The module.
        module: String,
        /// The line.
        line: String,
    },
}

/// The module at this path with everything that it imports, each once and after what it imports itself. `read` finds a module.
///
/// # Errors
/// When a module does not exist, is not understood, or imports itself.
pub(super) fn bundle(entry: &str, read: &dyn Fn(&str) -> Option<String>) -> Result<String, BundleError> {
    let mut bundle = Bundle {
        read,
        names: HashMap::new(),
        text: String::new(),
    };
    let module = bundle.module(entry)?;
    bundle.text.push_str(&module.code);
    Ok(bundle.text)
}

/// A script that grows by one module after the other.
struct Bundle<'a> {
    read: &'a dyn Fn(&str) -> Option<String>,
    /// The constant that holds what each module exports; none while the module is being read.
    names: HashMap<String, Option<String>>,
    text: String,
}

/// A module on its way into the script.
#[derive(Default)]
struct Module {
    code: String,
    exports: Vec<String>,
}

impl Bundle<'_> {
    /// The constant with the exports of a module, which is added first if need be.
    fn add(&mut self, path: String) -> Result<String, BundleError> {
        match self.names.get(&path) {
            Some(Some(name)) => return Ok(name.clone()),
            Some(None) => return Err(BundleError::Circular(path)),
            None => self.names.insert(path.clone(), None),
        };
        let Module { code, exports } = self.module(&path)?;
        let name = format!("$module{}", self.names.values().flatten().count());
        let exports = exports.join(", ");
        let _ = write!(
            self.text,
            "const {name} = (() => {{\n{code}return {{ {exports} }};\n}})();\n"
        );
        self.names.insert(path, Some(name.clone()));
        Ok(name)
    }

    /// A module whose imports are constants, and whose exports are noted.
    fn module(&mut self, path: &str) -> Result<Module, BundleError> {
        let text = (self.read)(path).ok_or_else(|| BundleError::Missing(path.to_owned()))?;
        let form = |line: &str| BundleError::Form {
            module: path.to_owned(),
            line: line.to_owned(),
        };
        let mut module = Module::default();
        for line in text.lines() {
            let code = if let Some(import) = line.strip_prefix("import ") {
                let (wanted, from) = import_of(import).ok_or_else(|| form(line))?;
                let name = self.add(resolved(path, from))?;
                format!("const {} = {name};", wanted.replace(" as ", ": "))
            } else if let Some(declaration) = line.strip_prefix("export ") {
                let name = declared(declaration).ok_or_else(|| form(line))?;
                module.exports.push(name.to_owned());
                declaration.to_owned()
            } else {
                line.to_owned()
            };
            if !code.is_empty() {
                module.code.push_str(&code);
                module.code.push('\n');
            }
        }
        Ok(module)
    }
}

/// What is imported, and from where: `{ a, b as c } from "./x.js";` or `* as x from "./x.js";`.
fn import_of(import: &str) -> Option<(&str, &str)> {
    let (wanted, from) = import.strip_suffix("\";")?.split_once(" from \"")?;
    let whole = wanted.strip_prefix("* as ");
    let named = wanted.starts_with('{') && wanted.ends_with('}');
    Some((whole.or(named.then_some(wanted))?, from))
}

/// The name that a declaration brings: `function name(…`, `async function name(…`, `class Name …`, `const NAME = …`.
fn declared(declaration: &str) -> Option<&str> {
    let declaration = declaration.strip_prefix("async ").unwrap_or(declaration);
    let rest = ["function ", "class ", "const "]
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
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn bundled(modules: &[(&str, &str)]) -> Result<String, BundleError> {
        let read = |path: &str| {
            let found = modules.iter().find(|(name, _)| *name == path);
            found.map(|(_, text)| (*text).to_owned())
        };
        bundle("pages/a.js", &read)
    }

    #[test]
    fn each_module_stands_once_before_those_that_import_it() {
        let text = bundled(&[
            (
                "pages/a.js",
                "import { b, c as d } from \"../b.js\";\nimport * as e from \"./e.js\";\n\nb(d, e.f);\n",
            ),
            (
                "b.js",
                "import { f } from \"./pages/e.js\";\nexport const c = 1;\nexport async function b() {}\n",
            ),
            ("pages/e.js", "export class f {}\n"),
        ]);
        let expected = "const $module0 = (() => {\nclass f {}\nreturn { f };\n})();\n\
            const $module1 = (() => {\nconst { f } = $module0;\nconst c = 1;\nasync function b() {}\nreturn { c, b };\n})();\n\
            const { b, c: d } = $module1;\nconst e = $module0;\nb(d, e.f);\n";
        assert_eq!(text.unwrap(), expected);
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for line in [
            "import a from \"./b.js\";",
            "import { a,",
            "export default 1;",
            "export let a = 1;",
            "export { a };",
        ] {
            let refused = BundleError::Form {
                module: "pages/a.js".to_owned(),
                line: line.to_owned(),
            };
            assert_eq!(bundled(&[("pages/a.js", line), ("pages/b.js", "")]), Err(refused));
        }
        let import = "import { a } from \"./b.js\";";
        assert_eq!(
            bundled(&[("pages/a.js", import)]),
            Err(BundleError::Missing("pages/b.js".to_owned()))
        );
        let circle = bundled(&[
            ("pages/a.js", import),
            ("pages/b.js", "import { c } from \"./b.js\";"),
        ]);
        assert_eq!(circle, Err(BundleError::Circular("pages/b.js".to_owned())));
    }
}
