// A small reader in JavaScript: whole text files, as the tool `pi@0` and as `read`. It has no file
// system of its own, so it asks the host, about one plain name at a time.

import { getDirectories } from "wasi:filesystem/preopens@0.2.12";

const CODES = {
  "no-entry": ["not-found", "ENOENT: no such file or directory"],
  access: ["permission-denied", "EACCES: permission denied"],
  "not-directory": ["not-a-directory", "ENOTDIR: not a directory"],
};
const OTHER = ["io", "EIO: input/output error"];

/** Opens a path below the root, and returns the text there, the absolute path and its stat. */
function open(path) {
  const [[root, name]] = getDirectories();
  const below = path.startsWith(`${name}/`) ? path.slice(name.length) : path;
  const names = below.split("/").filter((part) => part !== "" && part !== ".");
  const last = names.pop() ?? ".";
  const directory = names.reduce(
    (at, next) => at.openAt({}, next, { directory: true }, { read: true }),
    root,
  );
  const stat = directory.statAt({}, last);
  return { directory, last, stat, absolute: `${name}/${[...names, last].join("/")}` };
}

function text({ directory, last }) {
  const file = directory.openAt({}, last, {}, { read: true });
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let content = "";
  for (let offset = 0n; ; ) {
    const [bytes, ended] = file.read(65536n, offset);
    content += decoder.decode(bytes, { stream: !ended });
    if (ended) return content;
    offset += BigInt(bytes.length);
  }
}

function failed(code, message) {
  return { code, message, hint: "Try another file.", total: undefined, suggestions: [] };
}

/** Runs what may fail with a code of the file system, and throws the contract's error then. */
function attempt(path, action) {
  try {
    return action();
  } catch (error) {
    throw failed((CODES[error.payload] ?? OTHER)[0], `'${path}': ${error.payload ?? error}`);
  }
}

export const types = {};

export const read = {
  read: ({ path }) =>
    attempt(path, () => {
      const file = open(path);
      const content = text(file);
      const lines = content.split("\n").length - 1;
      const body = {
        tag: "text",
        val: {
          content, first: 1, lines, tokens: Math.ceil(content.length / 4), stopped: "end",
          total: lines, clipped: [], encoding: "utf-8", encodingSource: "content", bom: false,
          lineEndings: "lf", lossy: false, suspicious: [],
        },
      };
      return { path, size: file.stat.size, version: `${file.stat.size}`, body };
    }),
  readMany: () => {
    throw failed("unsupported", "only whole text files are read");
  },
  list: () => {
    throw failed("unsupported", "only whole text files are read");
  },
  stat: (path) =>
    attempt(path, () => {
      const { stat, absolute } = open(path);
      const kind = stat.type === "directory" ? "directory" : "file";
      return { path, realPath: absolute, kind, size: kind === "file" ? stat.size : 0n };
    }),
};

export const tools = {
  tools: () => [
    {
      id: "pi@0",
      name: "read",
      description: "Reads a text file.",
      parameters: '{"type": "object", "properties": {"path": {"type": "string"}}}',
      snippet: "Read file contents",
      guidelines: ["Use read instead of cat."],
      release: "pi",
      basis: "It is an example.",
    },
  ],
  call(tool, json) {
    if (tool !== "pi@0") throw { tool, known: ["pi@0"] };
    console.log(tool, json);
    const { path } = JSON.parse(json);
    let reply;
    let shown;
    let outcome = "answered";
    try {
      shown = text(open(path));
      reply = { content: [{ type: "text", text: shown }] };
    } catch (error) {
      const [[, root]] = getDirectories();
      const absolute = path.startsWith("/") ? path : `${root}/${path}`;
      shown = `${(CODES[error.payload] ?? OTHER)[1]}, access '${absolute}'`;
      outcome = "refused";
      reply = { error: { type: "Error", message: shown } };
    }
    const content = [{ tag: "text", val: shown }];
    return { outcome, json: JSON.stringify(reply), content, facts: [] };
  },
  argumentsFor: () => undefined,
  requestedPath: () => undefined,
};
