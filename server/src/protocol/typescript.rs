//! The types for the browser's scripts: `web/protocol.d.ts`.
//!
//! The file is kept in the repository, so that scripts can be checked without Rust. `THICKET_WRITE_TYPES=1 cargo test
//! -p thicket-server --lib protocol` writes it again.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs, io};

use ts_rs::{Config, TS, TypeVisitor};

use super::{
    ClientFrame, EvaluationView, ExploreView, ExploredView, FigureView, LessonView, ListMessage, PageView,
    PlanningView, PracticeView, ReviewProgress, ReviewView, ServerMessage, SuggestionView, TransferLinkView,
    TriedView,
};

const HEADER: &str = "// The messages of a table's socket and the data of its page. Made from server/src/protocol by\n\
    // its test; do not change it by hand.\n";

struct Collector {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Collector {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_some() && !self.found.contains_key(&T::ident(&self.config)) {
            self.found.insert(T::ident(&self.config), T::decl(&self.config));
            T::visit_dependencies(self);
        }
        T::visit_generics(self);
    }
}

fn types() -> String {
    let mut types = Collector {
        config: Config::new().with_large_int("number"),
        found: BTreeMap::new(),
    };
    types.visit::<ClientFrame>();
    types.visit::<ServerMessage>();
    types.visit::<ListMessage>();
    types.visit::<PageView>();
    types.visit::<FigureView>();
    types.visit::<SuggestionView>();
    types.visit::<ReviewView>();
    types.visit::<ReviewProgress>();
    types.visit::<LessonView>();
    types.visit::<PracticeView>();
    types.visit::<EvaluationView>();
    types.visit::<TriedView>();
    types.visit::<TransferLinkView>();
    types.visit::<ExploreView>();
    types.visit::<PlanningView>();
    types.visit::<ExploredView>();
    let types = types.found.values().map(|decl| format!("\nexport {decl}\n"));
    std::iter::once(HEADER.to_owned()).chain(types).collect()
}

#[test]
fn the_types_of_the_browser_are_these() -> io::Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/protocol.d.ts");
    if env::var_os("THICKET_WRITE_TYPES").is_some() {
        fs::write(&path, types())?;
    }
    let kept = fs::read_to_string(&path)?;
    assert_eq!(
        kept,
        types(),
        "run it with THICKET_WRITE_TYPES=1 to write {}",
        path.display()
    );
    Ok(())
}
