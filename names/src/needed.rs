//! Invisible characters that text needs: the rules of `suspicious-kind` in `wit/types.wit`. Hosts
//! draw on terminals by the same rules.

/// The maximum distance of a direction mark from the letter that needs it, in characters.
const MARK_DISTANCE: usize = 16;

/// The maximum number of tag characters in a flag: two letters of a country, three of a region, and
/// the end.
const FLAG_TAGS: usize = 6;

/// Returns whether an emoji or a script needs the character at this offset.
pub fn is_needed(text: &str, at: usize, character: char) -> bool {
    let Some((before, from)) = text.split_at_checked(at) else { return false };
    let last = before.chars().next_back().unwrap_or_default();
    let rest = || from.chars().skip(1);
    match character {
        '\u{61c}' | '\u{200e}' | '\u{200f}' => {
            let is_on_line = |character: &char| *character != '\n';
            let near_before = before.chars().rev().take(MARK_DISTANCE).take_while(is_on_line);
            let near_behind = rest().take(MARK_DISTANCE).take_while(is_on_line);
            near_before.chain(near_behind).any(is_right_to_left)
        }
        '\u{34f}' | '\u{200c}' | '\u{200d}' => joins(last),
        '\u{180b}'..='\u{180f}' => is_mongolian(last),
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => {
            takes(last, character) && !rest().next().is_some_and(is_variation_selector)
        }
        '\u{e0000}'..='\u{e007f}' => {
            let is_tag = |character: &char| matches!(character, '\u{e0000}'..='\u{e007f}');
            let mut tags = before.chars().rev().take(FLAG_TAGS);
            tags.find(|character| !is_tag(character)) == Some('\u{1f3f4}')
        }
        _ => false,
    }
}

/// Returns whether a letter is written from right to left.
fn is_right_to_left(character: char) -> bool {
    matches!(character,
        '\u{590}'..='\u{61b}' | '\u{61d}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Returns whether a joiner may follow a character: a letter or mark of a script whose letters
/// join, or a part of an emoji.
fn joins(last: char) -> bool {
    matches!(last,
        '\u{590}'..='\u{61b}' | '\u{61d}'..='\u{10ff}' | '\u{1200}'..='\u{180a}'
        | '\u{1810}'..='\u{1cff}' | '\u{a800}'..='\u{abff}' | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{11fff}' | '\u{1e800}'..='\u{1efff}')
        || matches!(last, '\u{20e3}' | '\u{fe0e}' | '\u{fe0f}' | '\u{e007f}')
        || is_symbol(last)
}

fn is_mongolian(character: char) -> bool {
    matches!(character, '\u{1800}'..='\u{180a}' | '\u{1810}'..='\u{18af}')
}

fn is_variation_selector(character: char) -> bool {
    matches!(character, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Returns whether a variation selector may follow a character.
fn takes(base: char, selector: char) -> bool {
    let is_ideograph = matches!(base,
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}');
    match selector {
        '\u{fe0e}' | '\u{fe0f}' => matches!(base, '#' | '*' | '0'..='9') || is_symbol(base),
        // A slashed zero, mathematics, East Asian punctuation, and further scripts.
        '\u{fe00}'..='\u{fe0d}' => {
            is_ideograph
                || matches!(base,
                    '0' | '\u{1000}'..='\u{109f}' | '\u{2200}'..='\u{2bff}'
                    | '\u{3001}' | '\u{3002}' | '\u{a840}'..='\u{a87f}' | '\u{aa60}'..='\u{aa7f}'
                    | '\u{ff01}'..='\u{ff5e}' | '\u{10ac0}'..='\u{10aff}'
                    | '\u{13000}'..='\u{143ff}')
        }
        _ => is_ideograph,
    }
}

/// Returns whether a character may be displayed as an emoji.
fn is_symbol(character: char) -> bool {
    matches!(character,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2100}'..='\u{2bff}' | '\u{3030}'
        | '\u{303d}' | '\u{3297}' | '\u{3299}' | '\u{1f000}'..='\u{1faff}')
}
