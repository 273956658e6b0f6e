/** The form in which names are compared where a file system takes several spellings for one. */

/** Returns a text in one case and in one normal form. */
export function folded(text: string): string {
  // Through upper case, because two lower-case letters may share one, such as the long and the
  // round s. Each character by itself: the small sigma has one form here.
  const upper = [...text.normalize('NFD')].map((character) => character.toUpperCase()).join('');
  return [...upper]
    .map((character) => character.toLowerCase())
    .join('')
    .normalize('NFC');
}
