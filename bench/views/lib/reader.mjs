/**
 * A simulated reader: it follows notices until what it was shown contains the answer. It neither
 * guesses nor forgets, so it needs at least as many calls as a model that uses a tool the same way.
 */

import { isVisible } from './tasks.mjs';

export const MAX_CALLS = 20;

/**
 * @typedef {object} Course how a task went
 * @property {boolean} isReached
 * @property {number} calls
 * @property {number} tokens of the calls, and of all that they showed
 * @property {number} [counted] how many lines lie between the answer and the number before it,
 *   where a number is asked for
 */

/**
 * Reads until the answer is visible.
 *
 * @param {import('./formats.mjs').Format} format
 * @param {import('./tasks.mjs').Task} task
 * @param {string} text the file
 * @param {object} options
 * @param {boolean} options.jumps whether to use outlines, rather than read from the beginning
 * @param {(text: string) => number} options.count
 * @returns {Promise<Course>}
 */
export async function read(format, task, text, { jumps, count }) {
  const seen = { lines: new Map(), outline: [], printed: new Set() };
  const course = { isReached: false, calls: 0, tokens: 0 };
  let args = firstCall(format, task, jumps);
  let isLooking = jumps;
  while (args !== undefined && course.calls < MAX_CALLS) {
    const { blocks, isError } = await format.answer(args);
    course.calls += 1;
    course.tokens += count(JSON.stringify(args));
    for (const block of blocks) course.tokens += count(block);
    const parsed = isError ? { lines: [], outline: [] } : format.parse(blocks, args);
    see(seen, parsed, args);
    if (isVisible(task, text, seen)) {
      course.isReached = true;
      if (['declaration', 'failure'].includes(task.kind)) course.counted = counted(seen, task);
      break;
    }
    const isPlace = ({ text: entry }) => task.where && entry.includes(task.where.trim());
    const place = isLooking && parsed.outline.find(isPlace);
    const next = task.kind === 'value' ? (parsed.rest ?? parsed.next) : parsed.next;
    if (place) {
      isLooking = false;
      const lines = place.last - place.first + 1;
      args = format.call({ path: task.file, start: place.first, lines });
    } else if (next === undefined && isLooking && parsed.lines.length === 0) {
      // The outline has no such entry.
      isLooking = false;
      args = format.call({ path: task.file });
    } else {
      args = next;
    }
  }
  return course;
}

function firstCall(format, { kind, file, line }, jumps) {
  if (kind === 'line') return format.call({ path: file, start: line, lines: 1 });
  const hasPlace = ['declaration', 'quote', 'edit'].includes(kind);
  const outline = jumps && hasPlace && format.outline?.({ path: file }, format.definition);
  return outline || format.call({ path: file });
}

/** Adds what an answer shows to what was seen. A part of a line continues the part before it. */
function see(seen, parsed, { column = 1 }) {
  seen.outline.push(...parsed.outline);
  for (const { number, text, printed } of parsed.lines) {
    const before = seen.lines.get(number) ?? '';
    const continues = column > 1 && [...before].length === column - 1;
    seen.lines.set(number, continues ? before + text : text);
    if (printed) seen.printed.add(number);
  }
}

/** Returns how far above the answer a number is. A page's first line is known by its call. */
function counted(seen, { answer }) {
  if (seen.outline.some((entry) => entry.first === answer)) return 0;
  let number = answer;
  while (!seen.printed.has(number) && seen.lines.has(number - 1)) number -= 1;
  return answer - number;
}
