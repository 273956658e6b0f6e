// Generated from wit/ by `cargo run -p readroom-contract`; do not edit.
/** Decoders of the contract's answers: of every type, and of the result of every function. */

import * as contract from '../contract.js';
import * as errors from '../errors.js';
import {
  bool,
  enumeration,
  error,
  list,
  option,
  record,
  result,
  single,
  string,
  u32,
  u64,
  variant,
} from '../decoder.js';
import type { Decoder } from '../decoder.js';

export const changeStatus: Decoder<contract.ChangeStatus> = enumeration(contract.CHANGE_STATUS);

export const changedFile: Decoder<contract.ChangedFile> = record({
  path: string,
  oldPath: option(string),
  status: changeStatus,
  similarity: option(u32),
  added: option(u32),
  removed: option(u32),
  converted: bool,
  patch: option(string),
});

export const commit: Decoder<contract.Commit> = record({
  id: string,
  parents: list(string),
  tags: list(string),
  author: string,
  email: option(string),
  date: string,
  committed: string,
  subject: string,
  message: option(string),
  addedMatches: option(u32),
  removedMatches: option(u32),
  files: list(changedFile),
});

export const historyStop: Decoder<contract.HistoryStop> = enumeration(contract.HISTORY_STOPS);

export const diffPage: Decoder<contract.DiffPage> = record({
  from: string,
  to: string,
  commit: option(commit),
  firstTags: list(string),
  files: list(changedFile),
  total: u32,
  unnamed: u32,
  next: option(string),
  stopped: historyStop,
});

export const errorCode: Decoder<contract.ErrorCode> = enumeration(contract.ERROR_CODES);

export const readError: Decoder<errors.ReadError> = error(errors.ReadError, {
  code: errorCode,
  message: string,
  hint: string,
  total: option(u32),
  suggestions: list(string),
});

export const logPage: Decoder<contract.LogPage> = record({
  commits: list(commit),
  total: option(u32),
  next: option(string),
  reached: option(string),
  missing: option(u32),
  stopped: historyStop,
});

export const blameRun: Decoder<contract.BlameRun> = record({
  first: u32,
  lines: list(string),
  commit: option(string),
  author: string,
  date: string,
  subject: string,
  oldPath: option(string),
  isOldest: bool,
});

export const blamePage: Decoder<contract.BlamePage> = record({
  path: string,
  runs: list(blameRun),
  total: u32,
  next: option(u32),
  stopped: historyStop,
});

export const heading: Decoder<contract.Heading> = record({ line: u32, text: string });

export const blockSpan: Decoder<contract.BlockSpan> = record({
  first: u32,
  last: u32,
  headers: list(heading),
  sameName: list(heading),
});

export const stopReason: Decoder<contract.StopReason> = enumeration(contract.STOP_REASONS);

export const position: Decoder<contract.Position> = record({ line: option(u32), cursor: string });

export const clippedLine: Decoder<contract.ClippedLine> = record({
  line: u32,
  nextColumn: u32,
  characters: u32,
});

export const encodingSource: Decoder<contract.EncodingSource> = enumeration(contract.ENCODING_SOURCES);

export const lineEndings: Decoder<contract.LineEndings> = enumeration(contract.LINE_ENDINGS);

export const suspiciousKind: Decoder<contract.SuspiciousKind> = enumeration(contract.SUSPICIOUS_KINDS);

export const suspiciousLine: Decoder<contract.SuspiciousLine> = record({
  line: u32,
  kind: suspiciousKind,
  characters: u32,
});

export const text: Decoder<contract.Text> = record({
  content: string,
  first: option(u32),
  lines: u32,
  block: option(blockSpan),
  tokens: u32,
  stopped: stopReason,
  next: option(position),
  total: option(u32),
  clipped: list(clippedLine),
  encoding: string,
  encodingSource,
  bom: bool,
  lineEndings,
  lossy: bool,
  suspicious: list(suspiciousLine),
});

export const outlineEntry: Decoder<contract.OutlineEntry> = record({
  line: u32,
  last: u32,
  depth: u32,
  text: string,
});

export const cellKind: Decoder<contract.CellKind> = enumeration(contract.CELL_KINDS);

export const outputKind: Decoder<contract.OutputKind> = enumeration(contract.OUTPUT_KINDS);

export const omittedMedia: Decoder<contract.OmittedMedia> = record({ mime: string, bytes: u32 });

export const cellOutput: Decoder<contract.CellOutput> = record({
  kind: outputKind,
  text: string,
  omittedCharacters: u32,
  media: list(omittedMedia),
});

export const notebookCell: Decoder<contract.NotebookCell> = record({
  number: u32,
  kind: cellKind,
  executionCount: option(u32),
  source: string,
  omittedCharacters: u32,
  outputs: list(cellOutput),
  omittedOutputs: u32,
});

export const fileKind: Decoder<contract.FileKind> = enumeration(contract.FILE_KINDS);

export const directoryEntry: Decoder<contract.DirectoryEntry> = record({
  name: string,
  kind: fileKind,
  size: option(u64),
  modified: option(u64),
});

export const documentUnit: Decoder<contract.DocumentUnit> = record({
  title: string,
  line: u32,
  hidden: bool,
  range: option(string),
});

export const hiddenContent: Decoder<contract.HiddenContent> = record({
  units: u32,
  rows: u32,
  columns: u32,
  texts: u32,
  comments: u32,
  insertions: u32,
  deletions: u32,
});

export const leftOutContent: Decoder<contract.LeftOutContent> = record({
  images: u32,
  imageNames: list(string),
  charts: u32,
  objects: u32,
  equations: u32,
  headersAndFooters: u32,
  macros: option(string),
});

export const extraction: Decoder<contract.Extraction> = record({
  pagesWithoutText: list(u32),
  pagesBehindImages: list(u32),
  characters: u64,
  undecoded: u64,
  restricted: bool,
});

export const body: Decoder<contract.Body> = variant({
  text: record({
    content: string,
    first: option(u32),
    lines: u32,
    block: option(blockSpan),
    tokens: u32,
    stopped: stopReason,
    next: option(position),
    total: option(u32),
    clipped: list(clippedLine),
    encoding: string,
    encodingSource,
    bom: bool,
    lineEndings,
    lossy: bool,
    suspicious: list(suspiciousLine),
  }),
  unchanged: record({}),
  outline: record({
    entries: list(outlineEntry),
    omitted: u32,
    tokens: u32,
    total: u32,
    encoding: string,
  }),
  notebook: record({
    cells: list(notebookCell),
    tokens: u32,
    stopped: stopReason,
    total: u32,
    nextCell: option(u32),
    malformed: u32,
    language: option(string),
  }),
  image: record({ mime: string, width: u32, height: u32 }),
  directory: record({
    entries: list(directoryEntry),
    first: u32,
    tokens: u32,
    stopped: stopReason,
    next: option(u32),
    total: u32,
  }),
  document: record({
    text,
    format: string,
    units: list(documentUnit),
    omittedUnits: u32,
    words: u64,
    hidden: hiddenContent,
    leftOut: leftOutContent,
    extraction: option(extraction),
    cut: option(string),
  }),
});

export const document: Decoder<contract.Document> = record({
  path: string,
  size: u64,
  modified: option(u64),
  version: string,
  masked: option(u64),
  body,
});

export const documents: Decoder<contract.Documents> = record({
  files: list(result(document, readError)),
});

export const listing: Decoder<contract.Listing> = record({
  path: string,
  entries: list(directoryEntry),
  total: u32,
  more: bool,
});

export const fileStat: Decoder<contract.FileStat> = record({
  path: string,
  realPath: string,
  kind: fileKind,
  size: u64,
  modified: option(u64),
  version: option(string),
});

export const foundEntry: Decoder<contract.FoundEntry> = record({
  path: string,
  kind: fileKind,
  size: option(u64),
  modified: option(u64),
  lines: option(u32),
  tokens: option(u32),
});

export const skipped: Decoder<contract.Skipped> = record({
  hidden: u32,
  ignored: u32,
  ignoredBy: list(string),
  links: u32,
  binary: u32,
  documents: u32,
  large: u32,
  directories: u32,
  files: u32,
  names: u32,
  paths: u32,
  ignoreFiles: u32,
});

export const found: Decoder<contract.Found> = record({
  entries: list(foundEntry),
  next: option(string),
  outOfTime: bool,
  skipped,
  globs: option(list(string)),
});

export const columnRange: Decoder<contract.ColumnRange> = record({ start: u32, end: u32 });

export const matchLine: Decoder<contract.MatchLine> = record({
  line: u32,
  text: string,
  column: u32,
  clipped: bool,
  matches: bool,
  ranges: list(columnRange),
  last: option(u32),
  cells: option(list(string)),
});

export const matchGroup: Decoder<contract.MatchGroup> = record({
  headers: list(heading),
  lines: list(matchLine),
});

export const fileMatches: Decoder<contract.FileMatches> = record({
  path: string,
  matches: u32,
  complete: bool,
  groups: list(matchGroup),
});

export const searchStop: Decoder<contract.SearchStop> = enumeration(contract.SEARCH_STOPS);

export const searchResults: Decoder<contract.SearchResults> = record({
  files: list(fileMatches),
  stopped: searchStop,
  next: option(string),
  searched: u32,
  skipped,
  globs: option(list(string)),
});

export const mappedFile: Decoder<contract.MappedFile> = record({
  path: string,
  lines: u32,
  definitions: list(outlineEntry),
  omitted: u32,
});

export const mapPage: Decoder<contract.MapPage> = record({
  files: list(mappedFile),
  names: list(string),
  next: option(string),
  outOfTime: bool,
  mapped: u32,
  definitions: u32,
  tests: u32,
  generated: u32,
  others: u32,
  unread: u32,
  skipped,
  globs: option(list(string)),
});

export const tool: Decoder<contract.Tool> = record({
  id: string,
  name: string,
  description: string,
  parameters: string,
  fullParameters: option(string),
  snippet: string,
  guidelines: list(string),
  release: string,
  basis: string,
});

export const outcome: Decoder<contract.Outcome> = enumeration(contract.OUTCOMES);

export const content: Decoder<contract.Content> = variant({
  text: single({ text: string }),
  image: record({ mime: string, data: string }),
  file: record({ mime: string, data: string }),
});

export const readFacts: Decoder<contract.ReadFacts> = record({
  realPath: string,
  size: u64,
  modified: option(u64),
  version: option(string),
  lines: u32,
  bytes: u64,
  masked: option(u64),
});

export const reply: Decoder<contract.Reply> = record({
  outcome,
  json: string,
  content: list(content),
  facts: list(readFacts),
  index: option(string),
  shown: option(string),
});

export const unknownToolError: Decoder<errors.UnknownToolError> = error(errors.UnknownToolError, {
  tool: string,
  known: list(string),
});

export const diffResult: Decoder<contract.DiffPage | errors.ReadError> = result(
  diffPage,
  readError,
);
export const logResult: Decoder<contract.LogPage | errors.ReadError> = result(logPage, readError);
export const blameResult: Decoder<contract.BlamePage | errors.ReadError> = result(
  blamePage,
  readError,
);
export const readResult: Decoder<contract.Document | errors.ReadError> = result(
  document,
  readError,
);
export const readManyResult: Decoder<contract.Documents | errors.ReadError> = result(
  documents,
  readError,
);
export const listResult: Decoder<contract.Listing | errors.ReadError> = result(listing, readError);
export const statResult: Decoder<contract.FileStat | errors.ReadError> = result(
  fileStat,
  readError,
);
export const findResult: Decoder<contract.Found | errors.ReadError> = result(found, readError);
export const searchResult: Decoder<contract.SearchResults | errors.ReadError> = result(
  searchResults,
  readError,
);
export const mapResult: Decoder<contract.MapPage | errors.ReadError> = result(mapPage, readError);
export const toolsResult: Decoder<contract.Tool[]> = list(tool);
export const callResult: Decoder<contract.Reply | errors.UnknownToolError> = result(
  reply,
  unknownToolError,
);
export const argumentsForResult: Decoder<string | undefined | errors.UnknownToolError> = result(
  option(string),
  unknownToolError,
);
export const requestedPathResult: Decoder<string | undefined | errors.UnknownToolError> = result(
  option(string),
  unknownToolError,
);
