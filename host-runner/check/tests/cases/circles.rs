//! Checks that imports between the files of a crate have no cycles.
//!
//! An import is a path that starts with `crate`, `super`, `self` or a module of the file itself; it
//! leads to the file that defines the name, through `pub use` if necessary. `mod` declarations are
//! not imports.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The directories of the crates that are checked.
const FOLDERS: [&str; 3] = ["guest", "host-runner", "."];

/// The path of a module from the root of its crate.
type Module = Vec<String>;

/// The files of a crate by their modules.
struct Crate {
    files: BTreeMap<Module, Source>,
}

/// The imports of a file, and the names that it re-exports.
struct Source {
    path: PathBuf,
    imports: Vec<Module>,
    exports: BTreeMap<String, Module>,
}

pub fn no_circle_of_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut crates = 0;
    let mut circles = Vec::new();
    for folder in FOLDERS {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let sources = entry.unwrap().path().join("src");
            for main in ["lib.rs", "main.rs"].map(|name| sources.join(name)) {
                if main.exists() {
                    crates += 1;
                    let mut files = BTreeMap::new();
                    read(&main, &sources, Vec::new(), &mut files);
                    circles.extend(Crate { files }.circle());
                }
            }
        }
    }
    assert!(crates > 10, "only {crates} crates were found");
    assert!(circles.is_empty(), "files import each other in a circle:\n{}", circles.join("\n"));
}

/// Parses a file, and the files of the modules that it declares in `folder`.
fn read(path: &Path, folder: &Path, module: Module, files: &mut BTreeMap<Module, Source>) {
    let text = without_comments(&fs::read_to_string(path).unwrap());
    // Tests come last in a file.
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let code = code.split("#[cfg(test)]\n#[cfg(unix)]\nmod tests {").next().unwrap().to_string();
    let (mut imports, mut exports) = (Vec::new(), BTreeMap::new());
    for statement in code.split(';') {
        let Some((before, tree)) = statement.rsplit_once("use ") else { continue };
        let is_public = before.trim_end().ends_with("pub") || before.trim_end().ends_with(')');
        for path in leaves(tree) {
            let (target, name) = match path.split_once(" as ") {
                Some((target, name)) => (target, name),
                None => (path.as_str(), path.rsplit("::").next().unwrap_or_default()),
            };
            let target: Module = target.split("::").map(|part| part.trim().into()).collect();
            if is_public {
                exports.insert(name.trim().into(), target);
            } else {
                imports.push(target);
            }
        }
    }
    let words = code.split(|letter: char| !(letter.is_alphanumeric() || "_:".contains(letter)));
    let is_path = |word: &&str| word.starts_with("crate::") || word.starts_with("super::");
    imports.extend(words.filter(is_path).map(|word| word.split("::").map(Into::into).collect()));
    for line in code.lines() {
        let declared = line.trim().strip_suffix(';').and_then(|line| line.rsplit_once("mod "));
        let Some((_, name)) = declared else { continue };
        let (file, inner) = (folder.join(format!("{name}.rs")), folder.join(name));
        if file.exists() {
            let module = module.iter().cloned().chain([name.to_string()]).collect();
            read(&file, &inner, module, files);
        }
    }
    files.insert(module, Source { path: path.into(), imports, exports });
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the paths in a tree of imports: `a::{b, c::d}` has two.
fn leaves(tree: &str) -> Vec<String> {
    let Some((prefix, rest)) = tree.split_once('{') else { return vec![tree.trim().into()] };
    let inside = rest.rsplit_once('}').map_or(rest, |(inside, _)| inside);
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for letter in inside.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        match letter {
            ',' if depth == 0 => parts.push(String::new()),
            letter => parts.last_mut().unwrap().push(letter),
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| leaves(part)).map(|leaf| format!("{}{leaf}", prefix.trim())).collect()
}

impl Crate {
    /// Returns the module that defines what a path in another module refers to.
    fn target(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let mut path = path.iter();
        let mut module = Vec::new();
        let mut next = path.next()?;
        match next.as_str() {
            "crate" => next = path.next()?,
            "self" | "super" => {
                module = from.clone();
                while next == "super" || next == "self" {
                    if next == "super" {
                        module.pop();
                    }
                    next = path.next()?;
                }
            }
            // A path that starts with a child of this module or with another crate.
            name => {
                module = from.clone();
                module.push(name.into());
                self.files.get(&module)?;
                next = path.next()?;
            }
        }
        loop {
            let inner: Module = module.iter().cloned().chain([next.clone()]).collect();
            if !self.files.contains_key(&inner) {
                let handed_on = self.files.get(&module)?.exports.get(next);
                return match handed_on.filter(|_| depth < 8) {
                    Some(path) => self.target(&module, path, depth + 1),
                    None => Some(module),
                };
            }
            module = inner;
            match path.next() {
                Some(name) => next = name,
                None => return Some(module),
            }
        }
    }

    /// Returns a cycle of files, or `None` if there is none.
    fn circle(&self) -> Option<String> {
        let imports: BTreeMap<&Module, BTreeSet<Module>> = self
            .files
            .iter()
            .map(|(module, source)| {
                let targets = source.imports.iter();
                let targets = targets.filter_map(|path| self.target(module, path, 0));
                (module, targets.filter(|target| target != module).collect())
            })
            .collect();
        let (mut done, mut path) = (BTreeSet::new(), Vec::new());
        let mut modules = self.files.keys();
        modules.find_map(|module| self.walk(module, &imports, &mut done, &mut path))
    }

    fn walk<'a>(
        &'a self,
        module: &'a Module,
        imports: &'a BTreeMap<&Module, BTreeSet<Module>>,
        done: &mut BTreeSet<&'a Module>,
        path: &mut Vec<&'a Module>,
    ) -> Option<String> {
        if let Some(begin) = path.iter().position(|other| *other == module) {
            let circle = path.iter().skip(begin).chain([&module]);
            let names = circle.map(|module| self.files[*module].path.display().to_string());
            return Some(names.collect::<Vec<_>>().join(" -> "));
        }
        if !done.insert(module) {
            return None;
        }
        path.push(module);
        let found = imports[module].iter().find_map(|next| self.walk(next, imports, done, path));
        path.pop();
        found
    }
}
