/** Which functions, classes and sections a line is in, taken from indentation and words alone. */

const DECLARATIONS = [
  /^\s*(?:(?:pub|export|async|default)\s+)*(?:fn|def|class|impl|function|func)\b/u,
  /^\s*(?:test|describe)\(/u,
  // A method without a word before it.
  /^\s+\w+\(.*\{$/u,
];
const CONTROL = /^\s*(?:if|for|while|switch)\b/u;

const isDeclaration = (line) =>
  !CONTROL.test(line) && DECLARATIONS.some((pattern) => pattern.test(line));

const indentation = (line) => /^\s*/u.exec(line)[0].length;

/** Returns the numbers of the lines that a line is under, innermost first. */
export function holders(path, lines, number) {
  const suffix = path.slice(path.lastIndexOf('.') + 1);
  if (suffix === 'toml') return nearest(lines, number, /^\[/u);
  if (suffix === 'md') return headings(lines, number);
  const found = [];
  let depth = indentation(lines[number - 1]);
  for (let at = number - 1; at > 0 && depth > 0; at -= 1) {
    const line = lines[at - 1];
    if (line.trim() === '' || indentation(line) >= depth) continue;
    depth = indentation(line);
    const isKey = suffix === 'yaml' && line.trim() !== 'limits:';
    if (isKey || isDeclaration(line)) found.push(at);
  }
  return found;
}

function nearest(lines, number, pattern) {
  if (pattern.test(lines[number - 1])) return [];
  const at = lines.slice(0, number - 1).findLastIndex((line) => pattern.test(line));
  return at < 0 ? [] : [at + 1];
}

function headings(lines, number) {
  const found = [];
  let level = 7;
  for (let at = number - 1; at > 0; at -= 1) {
    const marks = /^(#+) /u.exec(lines[at - 1])?.[1].length ?? 7;
    if (marks >= level) continue;
    level = marks;
    found.push(at);
  }
  return found;
}
