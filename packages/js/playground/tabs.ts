/** Tabs, as the ARIA practices have them: one tab stop, arrows, Home and End. */

export class Tabs {
  readonly #tabs: readonly HTMLElement[];

  /** @param onChoose - called with the `data-view` of a tab that the person chose */
  constructor(list: HTMLElement, onChoose: (view: string) => void) {
    this.#tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
    for (const tab of this.#tabs)
      tab.addEventListener('click', () => onChoose(tab.dataset['view'] ?? ''));
    list.addEventListener('keydown', (event) => {
      const at = this.#tabs.indexOf(event.target as HTMLElement);
      const last = this.#tabs.length - 1;
      const moves: { readonly [key: string]: number } = {
        ArrowRight: at === last ? 0 : at + 1,
        ArrowLeft: at <= 0 ? last : at - 1,
        Home: 0,
        End: last,
      };
      const to = moves[event.key];
      if (to === undefined) return;
      event.preventDefault();
      const next = this.#tabs[to];
      next?.focus();
      onChoose(next?.dataset['view'] ?? '');
    });
  }

  /** Shows the panel of a tab. */
  show(view: string): void {
    for (const tab of this.#tabs) {
      const isChosen = tab.dataset['view'] === view;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
      if (panel !== null) panel.hidden = !isChosen;
    }
  }
}
