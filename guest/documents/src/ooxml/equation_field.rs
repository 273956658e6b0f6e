//! The equations of `EQ` fields: `\f(1,2)` is `(1)/(2)`.

/// The maximum depth of an equation. A deeper part is written as it is.
const MAX_DEPTH: usize = 16;

/// Returns the text of an equation. Switches without a meaning in text are left out.
pub(super) fn convert(instruction: &str) -> String {
    let mut rest = instruction.split(" \\* ").next().unwrap_or_default().trim();
    // `\* jc2 \* hps10` formats the whole.
    if let Some(start) = instruction.find("\\o").filter(|_| instruction.trim().starts_with("\\*")) {
        rest = instruction.get(start..).unwrap_or_default();
    }
    sequence(&mut rest, 0, false).concat()
}

/// Converts up to the end, or the `)` of an argument list, whose arguments it returns.
fn sequence(rest: &mut &str, depth: usize, is_list: bool) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut open = 0_usize;
    while let Some(character) = rest.chars().next() {
        let after = rest.get(character.len_utf8()..).unwrap_or_default();
        let Some(last) = parts.last_mut() else { break };
        if character == '\\' && depth < MAX_DEPTH {
            *rest = after;
            last.push_str(&switch(rest, depth));
            continue;
        }
        *rest = after;
        match character {
            '(' => open += 1,
            ')' if open > 0 => open -= 1,
            ')' if is_list => return parts,
            ',' | ';' if is_list && open == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        last.push(character);
    }
    parts
}

/// Converts a switch with its options and arguments, after its `\`.
fn switch(rest: &mut &str, depth: usize) -> String {
    let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let (name, after) = rest.split_at_checked(end).unwrap_or_default();
    let name = name.to_ascii_lowercase();
    if name.is_empty() {
        // `\(` is a parenthesis.
        let length = after.chars().next().map_or(0, char::len_utf8);
        let (character, after) = after.split_at_checked(length).unwrap_or_default();
        *rest = after;
        return character.into();
    }
    // Options and arguments of the switch: `\s\up 8(2)`, `\b \lc\{ (x)`.
    let mut sign = "";
    *rest = after;
    while let Some(start) = rest.find(['(', '\\']) {
        let is_near = rest.get(..start).is_some_and(|between| between.len() < 8);
        let found = rest.get(start..).unwrap_or_default();
        if !is_near {
            break;
        }
        if let Some(arguments) = found.strip_prefix('(') {
            *rest = arguments;
            let arguments = sequence(rest, depth + 1, true);
            return write(&name, sign, &arguments);
        }
        let option = found.get(1..).unwrap_or_default();
        let option_end = option.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(option.len());
        sign = match option.get(..option_end).unwrap_or_default() {
            "up" => "^",
            "do" => "_",
            "su" => "∑",
            "pr" => "∏",
            _ => sign,
        };
        let skipped = option_end.max(option.chars().next().map_or(0, char::len_utf8));
        *rest = option.get(skipped..).unwrap_or_default();
        // The character of a bracket: `\lc\{`.
        if option.starts_with("lc") || option.starts_with("rc") || option.starts_with("bc") {
            let bracket = rest.strip_prefix('\\').unwrap_or(rest);
            let length = bracket.chars().next().map_or(0, char::len_utf8);
            *rest = bracket.get(length..).unwrap_or_default();
        }
    }
    String::new()
}

fn write(name: &str, sign: &str, arguments: &[String]) -> String {
    let trimmed: Vec<&str> = arguments.iter().map(|argument| argument.trim()).collect();
    match (name, &*trimmed) {
        ("f", [above, below]) => format!("({above})/({below})"),
        ("r", [of]) => format!("√({of})"),
        ("r", [root, of]) => format!("√[{root}]({of})"),
        ("s", [of]) if !sign.is_empty() => format!("{sign}({of})"),
        ("s", [up, down]) => format!("^({up})_({down})"),
        ("i", [from, to, of]) => {
            let sign = if matches!(sign, "∑" | "∏") { sign } else { "∫" };
            format!("{sign}_({from})^({to}) {of}")
        }
        ("b", _) => format!("({})", arguments.concat()),
        // Text above text: a phonetic guide.
        ("o", [above, base]) if above.starts_with("^(") => {
            format!("{base}{}", above.get(1..).unwrap_or_default())
        }
        ("a" | "l", _) => trimmed.join(", "),
        _ => trimmed.concat(),
    }
}
