use std::error::Error;

use super::*;

type TestResult<T = ()> = Result<T, Box<dyn Error>>;

fn bundled(modules: &[(&str, &str)]) -> Result<HashMap<String, String>, BundleError> {
    let read = |path: &str| {
        let found = modules.iter().find(|(name, _)| *name == path);
        found.map(|(_, text)| (*text).to_owned())
    };
    bundle("pages/a.js", &read)
}

#[test]
fn each_module_stands_once_before_those_that_import_it() -> TestResult {
    let scripts = bundled(&[
        (
            "pages/a.js",
            "import { b, c } from \"../b.js\";\nimport { f } from \"./e.js\";\n\nb(c, f);\n",
        ),
        (
            "b.js",
            "import { f } from \"./pages/e.js\";\nexport const c = 1;\nlet g = f;\nexport async function b() {}\n",
        ),
        ("pages/e.js", "export class f {}\n"),
    ]);
    let expected = "class f {}\nconst c = 1;\nlet g = f;\nasync function b() {}\nb(c, f);\n";
    assert_eq!(
        scripts?,
        HashMap::from([("pages/a.js".to_owned(), expected.to_owned())])
    );
    Ok(())
}

#[test]
fn a_part_has_what_only_it_needs_and_gets_the_rest_from_its_page() -> TestResult {
    let scripts = bundled(&[
        (
            "pages/a.js",
            "import { b } from \"../b.js\";\nconst later = async () => (await import(`../panels/p.js${again}`)).P;\n",
        ),
        ("b.js", "export const b = 1;\nexport const d = 2;\n"),
        (
            "panels/p.js",
            "import { b } from \"../b.js\";\nimport { c } from \"../c.js\";\nexport class P {}\n",
        ),
        ("c.js", "import { d } from \"./b.js\";\nexport const c = d;\n"),
    ])?;
    assert_eq!(scripts.len(), 2);
    assert_eq!(
        scripts["pages/a.js"],
        "const b = 1;\nconst d = 2;\nconst later = async () => (await import(`./a/panels/p.js${again}`)).P;\nexport { b, d };\n"
    );
    assert_eq!(
        scripts["pages/a/panels/p.js"],
        "import { b, d } from \"../../a.js\";\nconst c = d;\nclass P {}\nexport { P };\n"
    );
    Ok(())
}

#[test]
fn what_two_parts_need_is_in_their_page() -> TestResult {
    let scripts = bundled(&[
        (
            "pages/a.js",
            "import(`../p.js${again}`);\nimport(`../q.js${again}`);",
        ),
        ("p.js", "import { s } from \"./s.js\";"),
        ("q.js", "import { s } from \"./s.js\";"),
        ("s.js", "import { t } from \"./t.js\";\nexport const s = t;"),
        ("t.js", "export const t = 1;"),
    ])?;
    assert_eq!(
        scripts["pages/a.js"],
        "import(`./a/p.js${again}`);\nimport(`./a/q.js${again}`);\nconst t = 1;\nconst s = t;\nexport { s };\n"
    );
    assert_eq!(scripts["pages/a/q.js"], "import { s } from \"../a.js\";\n");
    Ok(())
}

#[test]
fn a_part_of_a_part_gets_what_it_needs_from_both() -> TestResult {
    let scripts = bundled(&[
        (
            "pages/a.js",
            "import { b } from \"../b.js\";\nimport(`../panels/p.js${again}`);",
        ),
        ("b.js", "export const b = 1;"),
        (
            "panels/p.js",
            "import { c } from \"../c.js\";\nimport(`./q.js${again}`);\nimport(`../r.js${again}`);",
        ),
        ("c.js", "export const c = 1;"),
        (
            "panels/q.js",
            "import { b } from \"../b.js\";\nimport { c } from \"../c.js\";\nexport const q = b + c;",
        ),
        ("r.js", "export const r = 1;"),
    ])?;
    assert_eq!(
        scripts["pages/a/panels/p.js"],
        "const c = 1;\nimport(`./q.js${again}`);\nimport(`../r.js${again}`);\nexport { c };\n"
    );
    assert_eq!(
        scripts["pages/a/panels/q.js"],
        "import { b } from \"../../a.js\";\nimport { c } from \"./p.js\";\nconst q = b + c;\nexport { q };\n"
    );
    assert_eq!(scripts["pages/a/r.js"], "const r = 1;\nexport { r };\n");
    Ok(())
}

#[test]
fn what_is_not_understood_is_refused() {
    for line in [
        "import a from \"./b.js\";",
        "import * as a from \"./b.js\";",
        "import { a as c } from \"./b.js\";",
        "import { a,",
        "export default 1;",
        "export let a = 1;",
        "export { a };",
        "const [a, b] = [1, 2];",
    ] {
        assert_eq!(
            bundled(&[("pages/a.js", line), ("pages/b.js", "")]),
            Err(form("pages/a.js", line))
        );
    }
}

#[test]
fn modules_that_do_not_fit_are_refused() {
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
    let twice = BundleError::Twice {
        name: "c".to_owned(),
        one: "pages/b.js".to_owned(),
        other: "pages/a.js".to_owned(),
    };
    let a = format!("{import}\nfunction c() {{}}");
    assert_eq!(
        bundled(&[("pages/a.js", &a), ("pages/b.js", "let c = 1;")]),
        Err(twice)
    );
}
