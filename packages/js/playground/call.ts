/** The call: a tool, and its arguments as a form and as JSON, which stay in step. */

import type { Tool } from '../dist/types.js';
import { argumentsIn, argumentsText } from './arguments.js';
import type { Arguments } from './arguments.js';
import { byId, element } from './dom.js';
import { ArgumentForm } from './form.js';

/** The events of the panel. */
export interface CallEvents {
  /** Another tool was chosen. */
  onTool(tool: string): void;
  /** The arguments are other ones. */
  onArguments(): void;
  onRun(): void;
}

/** Returns the options of a list of tools, grouped by agent. */
function toolOptions(tools: readonly Tool[]): HTMLElement[] {
  const groups = new Map<string, HTMLElement>();
  for (const { id } of tools) {
    const agent = id.split('@')[0] ?? id;
    const group = groups.get(agent) ?? element('optgroup', { label: agent });
    groups.set(agent, group);
    group.append(element('option', { value: id }, id));
  }
  return [...groups.values()];
}

export class CallPanel {
  readonly #tool = byId('tool', HTMLSelectElement);
  readonly #json = byId('json', HTMLTextAreaElement);
  readonly #complaint = byId('json-complaint', HTMLElement);
  readonly #form: ArgumentForm;
  #tools: readonly Tool[] = [];
  #described: Tool | undefined;

  constructor({ onTool, onArguments, onRun }: CallEvents) {
    this.#form = new ArgumentForm(byId('arguments', HTMLFieldSetElement), (name, value) => {
      // A changed argument keeps its position, and one that is not given is omitted.
      const changed = { ...(argumentsIn(this.args) as Arguments), [name]: value };
      this.#json.value = argumentsText(changed);
      this.#follow();
      onArguments();
    });
    this.#json.addEventListener('input', () => {
      this.#follow();
      onArguments();
    });
    this.#tool.addEventListener('change', () => onTool(this.#tool.value));
    byId('call', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      onRun();
    });
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onRun();
    });
  }

  /** The id of the tool that was shown last. */
  get tool(): string {
    return this.#described?.id ?? '';
  }

  /** The arguments as they are written. */
  get args(): string {
    return this.#json.value;
  }

  /** Offers tools. */
  offer(tools: readonly Tool[]): void {
    this.#tools = tools;
    this.#tool.replaceChildren(...toolOptions(tools));
  }

  /** Shows a tool and arguments. */
  show(tool: string, args: string): void {
    // Without its revision, an id means the newest one.
    const known = this.#tools.find(({ id }) => id === tool || id.startsWith(`${tool}@`));
    this.#describe(known ?? this.#tools[0]);
    this.#json.value = args;
    this.#follow();
  }

  #describe(tool: Tool | undefined): void {
    if (tool === undefined || tool === this.#described) return;
    this.#described = tool;
    const { id, name, release, basis, description } = tool;
    this.#tool.value = id;
    const called = element('code', {}, name);
    const about = byId('about-tool', HTMLElement);
    about.replaceChildren('The model calls it ', called, `. It equals ${release}. ${basis}`);
    byId('described', HTMLElement).textContent = description;
    this.#form.describe(tool);
  }

  /** Shows the arguments in the form, or why there are none. */
  #follow(): void {
    const found = argumentsIn(this.args);
    const isFine = typeof found === 'object';
    this.#form.set(isFine ? found : undefined);
    this.#json.setAttribute('aria-invalid', String(!isFine));
    this.#complaint.hidden = isFine;
    this.#complaint.textContent = isFine
      ? ''
      : `${found} The form is off until this is corrected. Run sends the text as it is.`;
  }
}
