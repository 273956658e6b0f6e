/** Names and paths as strings, without access to any file. */

/** The maximum number of bytes of a name. The limit of nearly every file system. */
const NAME_BYTES = 255;

/**
 * Returns whether a path is one plain name: it cannot lead out of the directory that it is looked
 * up in.
 */
export function isPlain(path: string): boolean {
  return path !== '' && path !== '.' && path !== '..' && !/[/\0]/u.test(path);
}

/** Returns whether a name is longer than the maximum in bytes. */
export function isTooLong(name: string): boolean {
  return name.length > NAME_BYTES / 3 && new TextEncoder().encode(name).length > NAME_BYTES;
}

/** Returns the names in a path, with `.`, `..` and empty ones resolved lexically. */
export function parts(path: string): string[] {
  const found: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') found.pop();
    else if (part !== '' && part !== '.') found.push(part);
  }
  return found;
}

/**
 * Returns the part of an absolute name that lies below a granted one, or undefined if it lies
 * elsewhere.
 */
export function below(granted: string, absolute: string): string | undefined {
  const [own, other] = [parts(granted), parts(absolute)];
  return own.every((part, at) => part === other[at])
    ? other.slice(own.length).join('/')
    : undefined;
}
