/** The result of a read, with its body by its kind. */

import type * as contract from './contract.js';

type Kind = contract.Body['kind'];
type BodyOf<K extends Kind> = Extract<contract.Body, { kind: K }>;

/** The kinds of bodies that a view can request. */
const VIEWS: readonly Kind[] = ['text', 'outline'];

/** The content, and facts about the file. */
export interface Document extends contract.Document {}

export class Document {
  /** @internal */
  constructor(fields: contract.Document) {
    Object.assign(this, fields);
  }

  /** The body, if it is text. Otherwise throws a `TypeError`, as the other three do. */
  get text(): contract.TextBody {
    return bodyOf(this, 'text');
  }

  /** The body, if it is an outline. */
  get outline(): contract.OutlineBody {
    return bodyOf(this, 'outline');
  }

  /** The body, if it is a notebook. */
  get notebook(): contract.NotebookBody {
    return bodyOf(this, 'notebook');
  }

  /** The body, if it is an image. */
  get image(): contract.ImageBody {
    return bodyOf(this, 'image');
  }
}

function bodyOf<K extends Kind>({ path, body }: Document, kind: K): BodyOf<K> {
  if (body.kind === kind) return body as BodyOf<K>;
  const found = `the body of '${path}' is of kind '${body.kind}', not '${kind}'`;
  const view = VIEWS.includes(kind) ? `, or read it with the view '${kind}'` : '';
  throw new TypeError(`${found}; look at body.kind first${view}`);
}
