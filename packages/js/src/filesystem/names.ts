/** Absolute names, as far as names tell. */

/** The names in a path, with `.`, `..` and empty ones resolved lexically. */
export function parts(path: string): string[] {
  const found: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') found.pop();
    else if (part !== '' && part !== '.') found.push(part);
  }
  return found;
}

/** The part of an absolute name that lies below a granted one, or undefined if it lies elsewhere. */
export function below(granted: string, absolute: string): string | undefined {
  const [own, other] = [parts(granted), parts(absolute)];
  return own.every((part, at) => part === other[at]) ? other.slice(own.length).join('/') : undefined;
}

/** Whether an absolute name lies in a grant. */
export function holds(granted: string, absolute: string): boolean {
  return below(granted, absolute) !== undefined;
}
