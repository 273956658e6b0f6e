/** Shows what a model gets: texts as text, images as pictures, and the names of other files. */

import type { Content } from '../dist/contract.js';
import { element, size } from './dom.js';
import type { Child } from './dom.js';
import { gutterOf, leaveGutter, numberIn, numberView } from './line-numbers.js';
import { marked } from './text-view.js';

/** The types of images that are drawn. Others, such as SVG, could do more than show something. */
const PICTURES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/bmp',
]);

/** The addresses of the pictures that are shown. */
const shown: string[] = [];

/** Releases the pictures that were shown. */
export function forgetPictures(): void {
  for (const address of shown.splice(0)) URL.revokeObjectURL(address);
}

/** Returns the text of an answer, without its pictures. */
export function textOf(content: readonly Content[]): string {
  return content.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

function mediaView({ mime, data }: { mime: string; data: string }): HTMLElement {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  if (!PICTURES.has(mime)) {
    return element('p', { class: 'attached' }, `A file of type ${mime}, ${size(bytes.length)}`);
  }
  const address = URL.createObjectURL(new Blob([bytes], { type: mime }));
  shown.push(address);
  const picture = element('img', {
    alt: `The picture that the tool returned, ${mime}`,
    src: address,
  });
  const caption = element('figcaption', {}, `${mime}, ${size(bytes.length)}`);
  picture.addEventListener('load', () => {
    const pixels = `${picture.naturalWidth} × ${picture.naturalHeight} pixels`;
    caption.textContent = `${mime}, ${pixels}, ${size(bytes.length)}`;
  });
  return element('figure', {}, picture, caption);
}

/** Returns elements for the parts of an answer. */
export function contentView(content: readonly Content[], label: string): HTMLElement[] {
  const isMany = content.length > 1;
  return content.map((part, at) => {
    if (part.kind !== 'text') return mediaView(part);
    const name = isMany ? `${label}, part ${at + 1} of ${content.length}` : label;
    return linesBox(name, part.text);
  });
}

/** The maximum number of lines whose numbers are set apart. */
const MAX_NUMBERS = 20_000;

/** Returns a box with a text, in which lines that are wrapped do not begin under their numbers. */
function linesBox(label: string, text: string): HTMLElement {
  const lines = text.split('\n', MAX_NUMBERS + 1);
  const gutter = lines.length > MAX_NUMBERS ? 0 : gutterOf(lines);
  if (gutter === 0) return textBox(label, ...marked(text));
  const pieces = lines.flatMap((line, at): Child[] => {
    const [end, rest] = [numberIn(line), at < lines.length - 1 ? '\n' : ''];
    const number = end === 0 ? [] : [numberView(...marked(line.slice(0, end)))];
    return [...number, ...marked(line.slice(end) + rest)];
  });
  return leaveGutter(textBox(label, ...pieces), gutter);
}

/** Returns a box that scrolls, and can be scrolled with the keyboard. */
export function textBox(label: string, ...children: Parameters<typeof element>[2][]): HTMLElement {
  return element('pre', { tabindex: 0, role: 'region', 'aria-label': label }, ...children);
}
