//! `readroom:search`.

use super::arguments::{
    ORDERS, SEARCH_NAMES, ScopeArguments, number, page_properties, refuse_others, scope_properties,
};
use super::meaning::Meaning;
use super::results_text::{has_lines, results_text};
use super::search_meaning::search_meaning;
use super::search_notes::note;
use super::spellings::{self, Understood};
use super::{Looked, MAX_TRIES, at_path, several};
use crate::readroom::{Budget, Given, refused, with_note};
use crate::shared::{Definition, Environment, Identity, Json, Reply, schema, to_json};
use readroom_core::Tree;
use readroom_history::Historic;
use readroom_search::{
    Context, DEFAULT_COLUMNS, DEFAULT_MATCHES, DEFAULT_MATCHES_PER_FILE, FoundOrder, LetterCase,
    MatchBlocks, Pattern, PatternSyntax, Scope, SearchOutput, SearchRequest, SearchStop, search,
};
use readroom_types as types;
use readroom_types::ReadError as ErrorReport;

pub(crate) const IDENTITY: Identity = super::identity("search");

pub(crate) use super::arguments_for;

const CASES: [(&str, LetterCase); 3] = [
    ("smart", LetterCase::Smart),
    ("sensitive", LetterCase::Sensitive),
    ("insensitive", LetterCase::Insensitive),
];

const OUTPUTS: [(&str, SearchOutput); 5] = [
    ("lines", SearchOutput::Lines),
    ("files", SearchOutput::Files),
    ("counts", SearchOutput::Counts),
    ("definitions", SearchOutput::Definitions),
    ("uses", SearchOutput::Uses),
];

/// The number of characters of a line where an answer would not fit otherwise.
const FEW_COLUMNS: u64 = 100;

/// How long what a pattern may mean is looked for where nothing is it, in milliseconds.
const GUESS_TIME: u64 = 2000;

/// Returns the definition of the tool.
pub(crate) fn definition() -> Definition {
    let mut properties = vec![schema::text(
        "pattern",
        "A regular expression in the syntax of Rust's crate regex: no look-around, no \
         back-references. It matches within a line. Required unless patterns is given.",
    )];
    properties.push(several::schema());
    properties.extend(scope_properties());
    properties.extend([
        schema::boolean("literal", "Whether the pattern is plain text."),
        schema::one_of(
            "case",
            &CASES.map(|(name, _)| name),
            "Whether case matters; smart ignores it unless the pattern has an upper-case letter.",
        ),
        schema::boolean("words", "Whether only whole words match."),
        schema::one_of(
            "what",
            &OUTPUTS.map(|(name, _)| name),
            "What to return: matching lines, files that have them, or their number in each file, \
             the greatest first; definitions of a name, such as next or Walk::next, the whole of \
             one or two; uses of a name, the comments last.",
        ),
        schema::text_or_integer(
            "context",
            "The number of lines before and after each match, or block for all of the function \
             around it. None by default.",
        ),
        number("before", None, "The number of lines before each match."),
        number("after", None, "The number of lines after each match."),
        schema::boolean("binary", "Whether to search binary files too."),
        schema::one_of(
            "order",
            &ORDERS.map(|(name, _)| name),
            "Files by path, or by modification time, newest first.",
        ),
        number(
            "matches",
            Some(DEFAULT_MATCHES),
            "The maximum number of matching lines; for files and counts, of files.",
        ),
        number(
            "matches_per_file",
            Some(DEFAULT_MATCHES_PER_FILE),
            "The maximum number of matching lines of each file, if path is not one.",
        ),
        number("columns", Some(DEFAULT_COLUMNS), "The maximum number of characters of each line."),
    ]);
    properties.extend(page_properties());
    Definition {
        name: "search",
        description: "Searches files for lines, sheets, PDF, Word and notebooks too. Case matters \
                      only if the pattern has a capital."
            .into(),
        parameters: schema::short(
            &[
                ("pattern", "string", "Rust's regex syntax"),
                ("patterns", "[string]", ""),
                ("path", "string", ""),
                ("glob", "string", "*.rs,!*test*"),
                ("context", "string", "Lines around each match, or block: the function"),
                (
                    "what",
                    "lines|files|counts|definitions|uses",
                    "definitions: of a name, whole if short; uses: the others",
                ),
            ],
            &[],
        ),
        full_parameters: Some(schema::without_required(properties)),
        snippet: "search: search files for lines",
        guidelines: vec!["Search files with search rather than with shell commands.".into()],
    }
}

pub(crate) fn call<T: Historic>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    let search = |env: &Environment<'_, T>, arguments: &str| {
        super::call(env, arguments, spellings::search, answer)
    };
    match several::parts(arguments) {
        Ok(Some(parts)) => {
            if let [one] = &*parts {
                return search(env, &one.arguments(None));
            }
            let page_time = env.page_time.map(|time| time / parts.len().max(1) as u64);
            let env = Environment { page_time, ..*env };
            several::answer(&parts, |arguments| search(&env, arguments))
        }
        Ok(None) => search(env, arguments),
        Err(report) => refused(env, &report),
    }
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    super::requested_path(env, arguments, spellings::search)
}

fn answer<T: Tree>(
    env: &Environment<'_, T>,
    arguments: &Understood<'_>,
) -> Result<Looked, ErrorReport> {
    let given = arguments.given();
    refuse_others(given, &[&SEARCH_NAMES[..], &ScopeArguments::NAMES].concat())?;
    let scope = ScopeArguments::parse(given)?;
    let request = request(given, &scope)?;
    let budget: Budget = super::budget(env, arguments)?;
    let (bytes, tokens) = (Some(budget.bytes), budget.tokens);
    // All lines of each file, if all fit on a page.
    let per_file = request.matches_per_file.or(Some(u64::MAX));
    let mut attempt =
        SearchRequest { bytes, tokens, matches_per_file: per_file, scans: env.scans, ..request };
    let deadline = super::deadline(env);
    let matches = request.matches.unwrap_or(DEFAULT_MATCHES);
    let (mut tries, mut unlimited) = (0, None);
    loop {
        tries += 1;
        let ((results, meaning), path) = at_path(scope.path, |path| {
            let request = SearchRequest { scope: Scope { path, ..attempt.scope }, ..attempt };
            let within = |deadline| {
                move |request: &SearchRequest<'_>| search(env.tree, env.cwd, request, deadline)
            };
            let limit = if request.cursor.is_none() { GUESS_TIME } else { u64::MAX };
            search_meaning(&request, &within(deadline), &within(deadline.within(limit)))
        })?;
        let syntax = match meaning {
            Meaning::Literal => PatternSyntax::Literal,
            _ => request.pattern.syntax,
        };
        let pattern = Pattern { syntax, ..request.pattern };
        let searched = SearchRequest { pattern, ..request };
        let note = note(env, &results, meaning, &searched, arguments);
        let text = with_note(&results_text(&results, request.want), &note);
        let is_full = match results.stopped {
            // Another search would have no time.
            SearchStop::End | SearchStop::TimeLimit => budget.exceeded_by(&text).is_some(),
            _ => true,
        };
        if is_full && attempt.matches_per_file != request.matches_per_file {
            attempt.matches_per_file = request.matches_per_file;
            let fits =
                results.stopped == SearchStop::MatchLimit && budget.exceeded_by(&text).is_none();
            unlimited = fits.then_some((results, text, path));
            continue;
        }
        // Two pages of all lines say more than one on which files lack some.
        let all: u64 = results.files.iter().map(|file| file.matches).sum();
        let is_short = results.next.is_none() && all <= 2 * matches;
        let (results, text, path) =
            unlimited.take().filter(|_| is_short).unwrap_or((results, text, path));
        if budget.exceeded_by(&text).is_none() || tries >= MAX_TRIES {
            let groups = results.files.iter().flat_map(|file| &file.groups);
            let lines = groups.map(|group| group.lines.len() as u64).sum();
            let json = env.native(|| to_json(&types::SearchResults::from(results)));
            return Ok(Looked { json, text, path, lines });
        }
        shrink(&mut attempt, budget, &text, tries);
    }
}

/// Makes a request smaller whose answer did not fit.
fn shrink(attempt: &mut SearchRequest<'_>, budget: Budget, text: &str, tries: u32) {
    let part = |limit: u64, used: u64, max: u64| {
        let limit = limit.min(used);
        (u128::from(limit) * u128::from(max) * 15 / (u128::from(used.max(1)) * 16))
            .try_into()
            .unwrap_or(limit)
    };
    let bytes = part(attempt.bytes.unwrap_or(u64::MAX), text.len() as u64, budget.bytes);
    attempt.bytes = Some(bytes.max(1));
    attempt.tokens = budget
        .tokens
        .zip(attempt.tokens)
        .map(|(max, limit)| part(limit, readroom_tokens::estimate(text), max).max(1));
    if tries + 2 == MAX_TRIES {
        // The first match is on each page: without what is around it.
        attempt.headers = false;
        (attempt.context, attempt.blocks) = (Context::default(), MatchBlocks::None);
        attempt.columns = Some(attempt.columns.unwrap_or(FEW_COLUMNS).min(FEW_COLUMNS));
    }
}

fn request<'a>(
    given: Given<'a, '_>,
    scope: &'a ScopeArguments<'a>,
) -> Result<SearchRequest<'a>, ErrorReport> {
    let want = given.choice("what", &OUTPUTS)?;
    // Counts of all lines need no pattern.
    let all = (want == SearchOutput::Counts).then_some("^");
    let Some(text) = given.text("pattern")?.or(all) else {
        return Err(ErrorReport::argument(
            "pattern is missing".into(),
            r#"Give a regular expression, as in {"pattern": "fn main"}."#.into(),
        ));
    };
    let syntax = if given.flag("literal")? { PatternSyntax::Literal } else { PatternSyntax::Regex };
    let (case, words) = (given.choice("case", &CASES)?, given.flag("words")?);
    let lines = |name| {
        let lines = given.natural(name)?;
        Ok::<_, ErrorReport>(lines.map(|lines| usize::try_from(lines).unwrap_or(usize::MAX)))
    };
    let is_block = matches!(given.get("context"), Some(Json::Text(word)) if word == "block");
    let context = if is_block { None } else { lines("context")? }.unwrap_or_default();
    Ok(SearchRequest {
        scope: scope.at(scope.path),
        pattern: Pattern { text, syntax, case, words },
        want,
        context: Context {
            before: lines("before")?.unwrap_or(context),
            after: lines("after")?.unwrap_or(context),
        },
        binary: given.flag("binary")?,
        headers: has_lines(want),
        blocks: match want {
            _ if is_block && has_lines(want) => MatchBlocks::All,
            SearchOutput::Definitions => MatchBlocks::Few,
            _ => MatchBlocks::None,
        },
        across_lines: false,
        order: match (want, given.choice("order", &ORDERS)?) {
            (SearchOutput::Counts, FoundOrder::Path) => FoundOrder::Matches,
            (_, order) => order,
        },
        cursor: given.text("cursor")?,
        matches: given.natural("matches")?,
        matches_per_file: given.natural("matches_per_file")?,
        bytes: None,
        tokens: None,
        columns: given.natural("columns")?,
        scans: "",
    })
}

/// Calls `take` with what a call would search for, unless its arguments are wrong, or it searches
/// files as they were.
pub(crate) fn with_requested<R>(
    arguments: &str,
    take: impl FnOnce(&SearchRequest<'_>) -> R,
) -> Option<R> {
    let arguments = super::understood(arguments, spellings::search).ok()?;
    if arguments.given().text("at").ok()?.is_some() {
        return None;
    }
    let scope = ScopeArguments::parse(arguments.given()).ok()?;
    Some(take(&request(arguments.given(), &scope).ok()?))
}
