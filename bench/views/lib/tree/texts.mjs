/** Writes configurations, documents, logs and scripts of the made-up project. */

import { LIMITS, NOUNS, QUALITIES, VERBS } from './words.mjs';

/** Returns names of sections, all different. */
function sections(count, { pick }) {
  const names = new Set();
  while (names.size < count) names.add(`${pick(NOUNS)}.${pick(QUALITIES)}`);
  return [...names];
}

export function toml(count, random) {
  const { below, pick } = random;
  return sections(count, random)
    .map((section) => {
      const keys = LIMITS.map((key) => `${key} = ${10 * (1 + below(900))}`);
      return `[${section}]\nowner = "${pick(NOUNS)}-team"\n${keys.join('\n')}\n`;
    })
    .join('\n');
}

export function yaml(count, random) {
  const { below, pick } = random;
  return sections(count, random)
    .map((section) => {
      const keys = LIMITS.map((key) => `    ${key}: ${10 * (1 + below(900))}`);
      const [noun, quality] = section.split('.');
      return `${noun}_${quality}:\n  owner: ${pick(NOUNS)}-team\n  limits:\n${keys.join('\n')}\n`;
    })
    .join('');
}

export function json(count, random) {
  const { below } = random;
  const all = sections(count, random).map((section) => [
    section,
    Object.fromEntries(LIMITS.map((key) => [key, 10 * (1 + below(900))])),
  ]);
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`;
}

/** Writes a page of documentation that mentions functions. */
export function markdown({ title, names, parts }, { below, pick }) {
  const lines = [`# ${title}`, ''];
  for (let part = 0; part < parts; part += 1) {
    lines.push(`## How to ${pick(VERBS)} a ${pick(NOUNS)}`, '');
    for (let paragraph = below(4); paragraph >= 0; paragraph -= 1) {
      lines.push(
        `A ${pick(QUALITIES)} ${pick(NOUNS)} is seen by \`${pick(names)}\` before its`,
        `${pick(NOUNS)} is full. Set \`${pick(LIMITS)}\` for each ${pick(NOUNS)}, and watch the`,
        `${pick(NOUNS)} for ${below(90)} minutes.`,
        '',
      );
    }
  }
  return lines.join('\n');
}

/** Writes a log; `codes` are error codes with how often each occurs. */
export function log({ lines: count, codes }, { below, pick }) {
  let time = Date.UTC(2026, 0, 5, 6, 0, 0);
  const at = new Map();
  for (const [code, times] of Object.entries(codes)) {
    for (let each = 0; each < times;) {
      const line = below(count);
      if (at.has(line)) continue;
      at.set(line, code);
      each += 1;
    }
  }
  const lines = Array.from({ length: count }, (_, line) => {
    time += below(4000);
    const who = `${pick(NOUNS)}[${1000 + below(64)}]`;
    const what = at.has(line)
      ? `ERROR ${who} ${at.get(line)}: ${pick(NOUNS)} ${10000 + below(90000)} was refused`
      : `INFO  ${who} ${pick(VERBS)} ${pick(QUALITIES)} ${pick(NOUNS)} in ${below(99)} ms`;
    return `${new Date(time).toISOString()} ${what}`;
  });
  return `${lines.join('\n')}\n`;
}

export function script({ steps }, { below, pick }) {
  const lines = ['#!/bin/sh', 'set -eu', ''];
  for (let step = 0; step < steps; step += 1) {
    lines.push(`# The ${pick(QUALITIES)} ${pick(NOUNS)} comes first.`);
    lines.push(`keeper ${pick(VERBS)} --${pick(NOUNS)} ${below(400)} --quiet`, '');
  }
  return `${lines.slice(0, -1).join('\n')}\n`;
}
