/** What our own dialect tells of files, as the types of the package. */

import { READ_ERROR_CODES, ReadError } from '../errors.js';
import type { ReadErrorFacts } from '../errors.js';
import type { FileAnswer } from '../operations.js';
import type {
  Body,
  Cell,
  Document,
  FoundBlock,
  NotebookBody,
  OutlineBody,
  Output,
  TextBody,
} from '../types.js';
import {
  areObjects,
  areTexts,
  isCount,
  isFlag,
  isObject,
  isOneOf,
  isPlace,
  isText,
  members,
  needed,
  optional,
  unexpected,
} from './runner-members.js';
import type { Members } from './runner-members.js';

const isCode = isOneOf(READ_ERROR_CODES);
const isStopped = isOneOf(['at-end', 'at-line-limit', 'at-byte-limit', 'at-token-limit', 'at-block-end']);
const isEvidence = isOneOf(['given', 'mark', 'content']);
const isEndings = isOneOf(['none', 'lf', 'crlf', 'cr', 'mixed']);
const isDeceit = isOneOf(['bidirectional', 'invisible', 'terminal']);
const isCellKind = isOneOf(['code', 'markdown', 'raw']);
const isOutputKind = isOneOf(['standard-output', 'standard-error', 'outcome', 'display', 'error']);

/** The document that an answer tells of, or the error in its place. */
export function documentOf(json: string): Document {
  const reply = members(json);
  refuse(reply);
  return documentIn(reply);
}

/** What an answer tells of several files. */
export function answersOf(json: string): FileAnswer[] {
  const reply = members(json);
  refuse(reply);
  needed(reply, 'kind', isOneOf(['files']));
  return needed(reply, 'files', areObjects).map((file) => {
    const refused = optional(file, 'error', isObject);
    return refused ? { tag: 'err', val: readErrorOf(refused) } : { tag: 'ok', val: documentIn(file) };
  });
}

function refuse(reply: Members): void {
  const refused = optional(reply, 'error', isObject);
  if (refused) throw new ReadError(readErrorOf(refused));
}

function readErrorOf(error: Members): ReadErrorFacts {
  return {
    code: needed(error, 'code', isCode),
    message: needed(error, 'message', isText),
    hint: needed(error, 'hint', isText),
    total: optional(error, 'total', isCount),
    suggestions: optional(error, 'suggestions', areTexts) ?? [],
  };
}

function documentIn(reply: Members): Document {
  return {
    path: needed(reply, 'path', isText),
    size: needed(reply, 'size', isCount),
    modified: optional(reply, 'modified', isCount),
    version: needed(reply, 'version', isText),
    body: bodyOf(reply),
  };
}

function bodyOf(reply: Members): Body {
  switch (reply['kind']) {
    case 'text':
      return textOf(reply);
    case 'unchanged':
      return { tag: 'unchanged' };
    case 'outline':
      return outlineOf(reply);
    case 'notebook':
      return notebookOf(reply);
    case 'image':
      return {
        tag: 'image',
        mime: needed(reply, 'mime', isText),
        width: needed(reply, 'width', isCount),
        height: needed(reply, 'height', isCount),
      };
    default:
      throw unexpected();
  }
}

/**
 * A text. A line that was not counted is a negative number in the answer, seen from the end; it counts from the first
 * one of the text here.
 */
function textOf(reply: Members): TextBody {
  const first = needed(reply, 'first', isPlace);
  const isCounted = first >= 0;
  const line = (of: Members): number => {
    const place = needed(of, 'line', isPlace);
    const number = isCounted ? place : place - first + 1;
    if (number < 1) throw unexpected();
    return number;
  };
  const presence = (name: string): 'absent' | 'present' =>
    needed(reply, name, isFlag) ? 'present' : 'absent';
  const block = optional(reply, 'block', isObject);
  return {
    tag: 'text',
    content: needed(reply, 'content', isText),
    first: isCounted ? first : undefined,
    lines: needed(reply, 'lines', isCount),
    block: block && blockOf(block),
    tokens: needed(reply, 'tokens', isCount),
    stopped: needed(reply, 'stopped', isStopped),
    next: optional(reply, 'cursor', isText),
    total: optional(reply, 'total', isCount),
    clipped: needed(reply, 'clipped', areObjects).map((clip) => ({
      line: line(clip),
      next: needed(clip, 'next', isCount),
      characters: needed(clip, 'characters', isCount),
    })),
    encoding: needed(reply, 'encoding', isText),
    evidence: needed(reply, 'evidence', isEvidence),
    mark: presence('byte_order_mark'),
    endings: needed(reply, 'line_endings', isEndings),
    replacements: presence('replacements'),
    suspicious: needed(reply, 'suspicious', areObjects).map((finding) => ({
      line: line(finding),
      kind: needed(finding, 'kind', isDeceit),
      characters: needed(finding, 'characters', isCount),
    })),
  };
}

function blockOf(block: Members): FoundBlock {
  return {
    first: needed(block, 'first', isCount),
    last: needed(block, 'last', isCount),
    headers: needed(block, 'headers', areObjects).map((header) => ({
      line: needed(header, 'line', isCount),
      text: needed(header, 'text', isText),
    })),
  };
}

function outlineOf(reply: Members): OutlineBody {
  return {
    tag: 'outline',
    entries: needed(reply, 'entries', areObjects).map((entry) => ({
      line: needed(entry, 'line', isCount),
      last: needed(entry, 'last', isCount),
      depth: needed(entry, 'depth', isCount),
      text: needed(entry, 'text', isText),
    })),
    leftOut: needed(reply, 'left_out', isCount),
    tokens: needed(reply, 'tokens', isCount),
    total: needed(reply, 'total', isCount),
    encoding: needed(reply, 'encoding', isText),
  };
}

function notebookOf(reply: Members): NotebookBody {
  return {
    tag: 'notebook',
    cells: needed(reply, 'cells', areObjects).map(cellOf),
    tokens: needed(reply, 'tokens', isCount),
    stopped: needed(reply, 'stopped', isStopped),
    total: needed(reply, 'total', isCount),
    next: optional(reply, 'next', isCount),
    unreadable: needed(reply, 'unreadable', isCount),
    language: optional(reply, 'language', isText),
  };
}

function cellOf(cell: Members): Cell {
  return {
    number: needed(cell, 'number', isCount),
    kind: needed(cell, 'kind', isCellKind),
    run: optional(cell, 'run', isCount),
    source: needed(cell, 'source', isText),
    leftOut: needed(cell, 'left_out', isCount),
    outputs: needed(cell, 'outputs', areObjects).map(outputOf),
    outputsLeftOut: needed(cell, 'outputs_left_out', isCount),
  };
}

function outputOf(output: Members): Output {
  return {
    kind: needed(output, 'kind', isOutputKind),
    text: needed(output, 'text', isText),
    leftOut: needed(output, 'left_out', isCount),
    media: needed(output, 'media', areObjects).map((media) => ({
      mime: needed(media, 'mime', isText),
      bytes: needed(media, 'bytes', isCount),
    })),
  };
}
