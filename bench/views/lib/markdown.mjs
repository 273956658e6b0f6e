/** Writes tables and numbers. */

export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  return `${[line(head), line(rule), ...rows.map(line)].join('\n')}\n`;
}

export function number(value) {
  return Number.isNaN(value) ? '–' : Math.round(value).toLocaleString('en-US');
}

/** A ratio such as 1.25. */
export function ratio(value) {
  return Number.isNaN(value) ? '–' : value.toFixed(2);
}

/** A share in percent, such as +25 %. */
export function percent(value) {
  const rounded = Math.round(value * 1000) / 10;
  return `${rounded > 0 ? '+' : ''}${rounded.toFixed(1)} %`;
}
