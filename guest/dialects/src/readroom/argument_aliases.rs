//! The arguments of the four tools as models and other agents write them: their names, and the
//! words of those that take one of a few. One table for all tools.
//!
//! Names and words are compared without case, `_` and `-`, so `filePath`, `file_path` and
//! `--file-path` are one.

use std::borrow::Cow;

/// Arguments that no tool has. They are replaced by others: see `spellings.rs` here and in `look`.
pub(super) const END: &str = "end";
pub(super) const RANGE: &str = "range";
pub(super) const TAIL: &str = "tail";
pub(super) const PAGES: &str = "pages";
pub(super) const EVERYTHING: &str = "everything";
pub(super) const NUMBERS: &str = "-n";
pub(super) const STAGED: &str = "staged";

/// Arguments by their types, as lists of names.
pub(super) struct Names(&'static str);

/// Integers. 0 is how clients leave them out, but for [`KEEP_ZERO`].
pub(super) const INTEGERS: Names = Names(
    "start end tail block levels lines bytes tokens column columns depth entries matches \
     matches_per_file context before after offset skip commits",
);

/// Integers that may be 0.
pub(super) const KEEP_ZERO: Names = Names("before after");

/// Integers of which -1 is how other tools write that there is no limit.
pub(super) const LIMITS: Names =
    Names("end lines bytes tokens columns entries matches matches_per_file commits");

/// Booleans.
pub(super) const FLAGS: Names = Names(
    "siblings again hidden ignored literal words binary details recursive -i -l -c case_sensitive \
     respect_git_ignore is_regex multiline everything -n staged",
);

/// Booleans that are left out if they are false: without them it is so anyway.
pub(super) const FALSE_IS_ABSENT: Names = Names("siblings multiline -l -c");

/// Lists.
pub(super) const LISTS: Names = Names("files glob exclude range");

/// Texts in which `null` and `none` may be meant.
pub(super) const TEXTS: Names =
    Names("path files pattern glob exclude unit at from to author message text since until");

impl Names {
    pub(super) fn contains(&self, name: &str) -> bool {
        self.0.as_bytes().split(|byte| *byte == b' ').any(|known| known == name.as_bytes())
    }
}

/// Other names of arguments. A name that occurs several times means the first of them that the tool
/// has.
const NAMES: &[(&str, &str)] = &[
    ("files", "absolutepaths filelist filenames filepaths paths targetfiles"),
    (
        "pattern",
        "expression identifier keyword keywords needle patterns query regex regexp search \
         searchpattern searchquery searchstring searchterm searchtext string symbol symbolname \
         term text",
    ),
    (
        "glob",
        "fileglob filename filenamepattern filepattern files filter globfilter globpattern globs \
         include includeglob includeglobs includepattern includepatterns includes name namepattern \
         pathpattern pattern patterns query search searchpattern searchterm",
    ),
    (
        "exclude",
        "excluded excludeglob excludeglobs excludepattern excludepatterns excludes ignore \
         ignoreglobs ignorepattern ignorepatterns",
    ),
    (
        "path",
        "absolutefilepath absolutepath dir directory directorypath dirpath file filename filepath \
         folder folderpath fullpath name pathname paths relativepath relativeworkspacepath \
         searchdirectory searchpath targetdirectory targetfile targetpath uri",
    ),
    (
        "start",
        "begin beginline firstline from fromline line linenumber lineoffset linestart offset \
         startat startfrom startingline startline startlinenumber startlineoneindexed",
    ),
    (
        END,
        "endingline endline endlinenumber endlineoneindexed endlineoneindexedinclusive lastline \
         lineend to toline until",
    ),
    (RANGE, "linerange lineranges linesrange ranges viewrange viewranges"),
    (TAIL, "lastlines"),
    (
        "lines",
        "count head length limit linecount linelimit maxlinecount maxlines nlines numberoflines \
         numlines",
    ),
    (PAGES, "page pagenumber pagenumbers pagerange slide slidenumber slides"),
    ("block", "class definition function functionname method symbol symbolname"),
    ("unit", "chapter sheet sheetname worksheet"),
    (EVERYTHING, "entirefile readentirefile shouldreadentirefile wholefile"),
    ("bytes", "maxbytes maxchars maxcharacters"),
    ("tokens", "maxtokens tokenbudget tokenlimit"),
    ("column", "columnoffset startcolumn"),
    ("columns", "maxcolumns maxlinelength"),
    ("encoding", "charset"),
    ("view", "mode"),
    ("cursor", "continuationtoken nextcursor nextpagetoken pagetoken"),
    ("depth", "depthlimit level levels maxdepth maxlevel recursiondepth"),
    ("hidden", "all dotfiles hiddenfiles includedotfiles includehidden searchhidden showhidden"),
    ("ignored", "includegitignored includeignored noignore showignored"),
    ("respect_git_ignore", "gitignore respectgitignore respectignore usegitignore"),
    ("recursive", "recurse -r -R"),
    ("kind", "entrytype filetype type"),
    ("order", "orderby sort sortby sortorder"),
    ("details", "detail includesizes showsizes sizes withsizes"),
    (
        "matches_per_file",
        "limitperfile maxcount maxmatchesperfile maxperfile maxresultsperfile perfile -m",
    ),
    ("matches", "headlimit limit max maxmatches maxresults numresults resultlimit"),
    (
        "at",
        "branch commit commitish commitrange gitref hash range ref refs revision revisionrange \
         revisions revrange rev sha tag",
    ),
    ("since", "after begindate from fromdate startdate"),
    ("until", "before enddate to todate"),
    ("from", "base basebranch baseref before fromref old oldrevision since start"),
    ("to", "after head headref new newrevision target toref"),
    (STAGED, "cached indexonly onlystaged stagedonly"),
    ("author", "authorname by"),
    ("text", "-G -S G S needle pattern pickaxe searchstring searchtext string"),
    ("message", "grep messagepattern query search"),
    ("commits", "count limit max maxcommits maxcount n number"),
    ("entries", "count headlimit limit max maxcount maxentries maxresults numresults resultlimit"),
    ("what", "kind mode output outputmode resulttype returntype"),
    ("context", "aroundlines contextlines linesaround linescontext linesofcontext -C"),
    ("before", "beforecontext beforelines contextbefore linesbefore -B"),
    ("after", "aftercontext afterlines contextafter linesafter -A"),
    ("literal", "fixed fixedstring fixedstrings isliteral literaltext plaintext -F"),
    ("is_regex", "isregexp useregex useregexp"),
    ("words", "matchwholeword wholeword wholewords word wordregexp -w"),
    ("-i", "caseinsensitive ignorecase insensitive nocase"),
    ("case_sensitive", "iscasesensitive matchcase"),
    ("-l", "fileswithmatches filesonly namesonly onlyfiles onlynames"),
    ("-c", "countonly onlycount"),
    ("multiline", "dotall multilinemode -U"),
    ("binary", "includebinary searchbinary"),
    (NUMBERS, "includelinenumbers linenumbers showlinenumbers shownumbers withlinenumbers"),
];

/// Other words for those of the contract.
const WORDS: &[(&str, &str, &str)] = &[
    ("what", "lines", "content line match matches matchinglines"),
    ("what", "files", "file filenames filepaths fileswithmatches names paths"),
    ("what", "counts", "count countmatches"),
    ("what", "definitions", "declarations definition symbol symbols"),
    ("what", "uses", "callers references usage usages use"),
    ("what", "patch", "diff hunks patches"),
    ("to", "index", "cached staged"),
    ("what", "subjects", "oneline short summary"),
    ("what", "full", "details long messages"),
    ("what", "files", "namestatus stat status"),
    ("what", "counts", "numstat"),
    ("context", "block", "class definition function method"),
    ("kind", "file", "f files"),
    ("kind", "directory", "d dir directories dirs folder folders"),
    ("kind", "link", "l links symlink symlinks"),
    ("kind", "any", "all both"),
    ("order", "path", "alphabetical filename name"),
    (
        "order",
        "modified",
        "date lastmodified latest modificationtime modifiedtime mostrecent mtime newest recent \
         time",
    ),
    ("order", "size", "big biggest byte bytes filesize large largest sizedesc"),
    ("order", "lines", "line linecount length loc long longest mostlines numberoflines numlines"),
    ("case", "smart", "auto smartcase"),
    ("case", "sensitive", "casesensitive"),
    ("case", "insensitive", "caseinsensitive i ignore ignorecase"),
    ("view", "auto", "default"),
    ("view", "text", "plain plaintext raw source"),
    ("view", "outline", "structure symbols"),
    ("view", "blame", "annotate authors praise"),
    ("totals", "auto", "default"),
    ("totals", "always", "exact"),
    ("totals", "never", "off"),
];

const BY_GLOB: &str = "Choose files with glob, such as *.rs.";
const AS_PATH: &str = "Links are not followed: give one as path.";
const BY_FIND: &str =
    "Choose files by name with find, which takes order, and lines of text with search.";

const BY_WHAT: &str = "Give it as what: patch, files or counts.";

/// What to do instead of giving an argument that no tool has.
const HINTS: [(&str, &str); 23] = [
    ("multiline", "Lines are searched one at a time: search for one of them, and set context."),
    ("offset", "Continue with the cursor of the answer before."),
    ("skip", "Continue with the cursor of the answer before."),
    ("type", BY_GLOB),
    ("filetype", BY_GLOB),
    ("filetypes", BY_GLOB),
    ("types", BY_GLOB),
    ("includetype", BY_GLOB),
    ("fileextension", BY_GLOB),
    ("fileextensions", BY_GLOB),
    ("extension", BY_GLOB),
    ("extensions", BY_GLOB),
    ("ext", BY_GLOB),
    ("glob", BY_FIND),
    ("exclude", BY_FIND),
    ("ignore", BY_FIND),
    ("pattern", BY_FIND),
    ("followsymlinks", AS_PATH),
    ("followlinks", AS_PATH),
    ("stat", BY_WHAT),
    ("nameonly", BY_WHAT),
    ("block", "read takes it, and has the last commit of each line with the view blame."),
    ("casesensitive", "Globs are in the case of names: write [Rr]eadme for both."),
];

/// Returns the argument of a tool, which has these, that a name means.
pub(super) fn meaning(written: &str, tool: &[&'static str]) -> Option<&'static str> {
    if let Some(own) = tool.iter().find(|name| **name == written) {
        return Some(own);
    }
    let folded = folded(written);
    let has = |name: &&&'static str| tool.contains(*name);
    let own = || tool.iter().find(|name| self::folded(name) == folded);
    let other = || {
        let is_listed = |(_, others): &&(&str, &str)| others.split(' ').any(|name| name == folded);
        NAMES.iter().filter(is_listed).map(|(name, _)| name).find(has)
    };
    own().or_else(other).copied()
}

/// Returns the word of the contract that another one means.
pub(super) fn word(argument: &str, written: &str) -> Option<&'static str> {
    let folded = folded(written.trim());
    let words = || WORDS.iter().filter(|(known, ..)| *known == argument);
    // A word of one tool may be another one for that of a second tool.
    let own = words().find(|(_, word, _)| *word == folded);
    let other = || words().find(|(.., others)| others.split(' ').any(|other| other == folded));
    own.or_else(other).map(|(_, word, _)| *word)
}

/// Returns what to do instead of giving an argument that no tool has.
pub(super) fn hint(written: &str) -> Option<&'static str> {
    HINTS.iter().find(|(name, _)| *name == folded(written)).map(|(_, hint)| *hint)
}

/// Returns what to do instead of giving several texts where one is expected.
pub(super) fn hint_for_several(name: &str) -> Option<&'static str> {
    match name {
        "path" => Some("Give the directory that has them all; with glob, leave the others out."),
        "pattern" => Some("Join them with |, as in one|other."),
        _ => None,
    }
}

/// Returns a name without case, `_` and `-`. In options with one letter, such as `-C`, both matter.
fn folded(written: &str) -> Cow<'_, str> {
    match written.len() {
        ..=2 => written.into(),
        _ => {
            let letters = written.chars().filter(|character| !matches!(character, '_' | '-'));
            letters.flat_map(char::to_lowercase).collect::<String>().into()
        }
    }
}

#[cfg(test)]
mod tests;
