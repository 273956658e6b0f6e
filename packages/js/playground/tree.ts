/** The files of a project as a tree: one tab stop, and the keys of the ARIA practices. */

import { counted, element } from './dom.js';
import type { Entry, Folder } from './folders.js';
import { marked } from './text-view.js';

/** The maximum number of names of a directory that are shown. */
const MAX_NAMES = 500;

/** An item of the tree: its element, and the names that lead to it. */
interface Item {
  readonly path: readonly string[];
  readonly isDirectory: boolean;
}

/** Directories first, then by name. */
function order(one: Entry, other: Entry): number {
  const [a, b] = [one, other].map(({ kind }) => Number(kind !== 'directory')) as [number, number];
  return a - b || (one.name < other.name ? -1 : 1);
}

export class FileTree {
  readonly #root: HTMLElement;
  readonly #onChoose: (path: string) => void;
  readonly #items = new WeakMap<Element, Item>();
  #folder: Folder | undefined;

  /** @param onChoose - called with the path of a file that the person chose */
  constructor(root: HTMLElement, onChoose: (path: string) => void) {
    this.#root = root;
    this.#onChoose = onChoose;
    root.addEventListener('click', ({ target }) => {
      const item = (target as Element).closest<HTMLElement>('[role=treeitem]');
      if (item !== null) this.#act(item);
    });
    root.addEventListener('keydown', (event) => this.#press(event));
  }

  /** Shows a folder. */
  async show(folder: Folder): Promise<void> {
    this.#folder = folder;
    await this.#fill(this.#root, []);
    const first = this.#visible()[0];
    if (first !== undefined) first.tabIndex = 0;
  }

  /** Marks the file that is read, and opens the directories that it lies in. */
  async mark(path: string | undefined): Promise<void> {
    const folder = this.#folder;
    for (const item of this.#around(path ?? '')) await this.#expand(item, true);
    if (folder !== this.#folder) return;
    for (const item of this.#root.querySelectorAll('[role=treeitem]')) {
      const isRead = this.#items.get(item)?.path.join('/') === path;
      if (isRead) item.setAttribute('aria-current', 'true');
      else item.removeAttribute('aria-current');
    }
  }

  /** Gives the closed directories around a path, from the outermost on, as they come into view. */
  *#around(path: string): Generator<HTMLElement> {
    const names = path.split('/');
    for (let length = 1; length < names.length; length += 1) {
      const directory = names.slice(0, length).join('/');
      const item = this.#visible().find(
        (each) => this.#items.get(each)?.path.join('/') === directory,
      );
      if (item?.getAttribute('aria-expanded') === 'false') yield item;
    }
  }

  async #fill(group: HTMLElement, path: readonly string[]): Promise<void> {
    const folder = this.#folder;
    const entries = await folder?.list(path).catch(() => undefined);
    if (folder !== this.#folder) return;
    if (entries === undefined) {
      group.replaceChildren(element('li', { role: 'none', class: 'note' }, 'cannot be listed'));
      return;
    }
    const items = entries
      .sort(order)
      .slice(0, MAX_NAMES)
      .map((entry) => this.#item(entry, path));
    const more = entries.length - items.length;
    const note = counted(more, 'more name');
    const rest = more > 0 ? [element('li', { role: 'none', class: 'note' }, note)] : [];
    group.replaceChildren(...items, ...rest);
  }

  #item({ name, kind, target }: Entry, parent: readonly string[]): HTMLElement {
    const path = [...parent, name];
    const isDirectory = kind === 'directory';
    const item = element(
      'li',
      {
        role: 'treeitem',
        tabindex: -1,
        'aria-level': path.length,
        'aria-expanded': isDirectory ? 'false' : undefined,
        'data-kind': kind,
      },
      element(
        'span',
        { class: 'name' },
        ...marked(name),
        target === undefined
          ? undefined
          : element('span', { class: 'target' }, ' → ', ...marked(target)),
      ),
    );
    this.#items.set(item, { path, isDirectory });
    return item;
  }

  /** Opens or closes a directory, or chooses a file. */
  #act(item: HTMLElement): void {
    this.#focus(item);
    const known = this.#items.get(item);
    if (known === undefined) return;
    if (known.isDirectory) void this.#expand(item, item.getAttribute('aria-expanded') !== 'true');
    else this.#onChoose(known.path.join('/'));
  }

  async #expand(item: HTMLElement, isOpen: boolean): Promise<void> {
    item.setAttribute('aria-expanded', String(isOpen));
    item.querySelector(':scope > [role=group]')?.remove();
    if (!isOpen) return;
    const group = element('ul', { role: 'group' });
    item.append(group);
    await this.#fill(group, this.#items.get(item)?.path ?? []);
  }

  #visible(): HTMLElement[] {
    return [...this.#root.querySelectorAll<HTMLElement>('[role=treeitem]')];
  }

  #focus(item: HTMLElement): void {
    for (const other of this.#visible()) other.tabIndex = -1;
    item.tabIndex = 0;
    item.focus();
  }

  #press(event: KeyboardEvent): void {
    const item = (event.target as Element).closest<HTMLElement>('[role=treeitem]');
    if (item === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const visible = this.#visible();
    const at = visible.indexOf(item);
    const isOpen = item.getAttribute('aria-expanded') === 'true';
    const isDirectory = this.#items.get(item)?.isDirectory === true;
    const parent = item.parentElement?.closest<HTMLElement>('[role=treeitem]') ?? undefined;
    const actions: { readonly [key: string]: () => HTMLElement | undefined } = {
      ArrowDown: () => visible[at + 1],
      ArrowUp: () => visible[at - 1],
      Home: () => visible[0],
      End: () => visible.at(-1),
      ArrowRight: () => {
        if (isOpen) return visible[at + 1];
        if (isDirectory) void this.#expand(item, true);
        return undefined;
      },
      ArrowLeft: () => {
        if (!isOpen) return parent;
        void this.#expand(item, false);
        return undefined;
      },
      Enter: () => void this.#act(item),
      ' ': () => void this.#act(item),
    };
    const typed = event.key.length === 1 && event.key !== ' ' ? event.key.toLowerCase() : undefined;
    const action =
      actions[event.key] ??
      (typed === undefined
        ? undefined
        : () =>
            [...visible.slice(at + 1), ...visible.slice(0, at)].find((other) =>
              this.#items.get(other)?.path.at(-1)?.toLowerCase().startsWith(typed),
            ));
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = action();
    if (next !== undefined) this.#focus(next);
  }
}
