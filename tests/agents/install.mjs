/** Installs releases from the registry of npm, and runs programs. */

import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The Node.js that every agent runs on, from the registry if this one is older. */
const NODE = '24';
const isNew = Number(process.versions.node.split('.')[0]) >= Number(NODE);
const nodePackage = `node-${process.platform}-${process.arch}`;

/** No run takes as long. */
const MAX_TIME = 300_000;

/** Runs a program that must succeed. */
export const run = (directory, command, ...given) =>
  execFileSync(command, given, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });

/** Installs npm packages and a new Node.js, unless they are there. Their scripts do not run. */
export function installNpm(directory, ...packages) {
  const wanted = [...packages, ...(isNew ? [] : [`${nodePackage}@${NODE}`])].join('\n');
  const stamp = path.join(directory, 'installed.txt');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return;
  fs.writeFileSync(path.join(directory, 'package.json'), '{ "private": true }\n');
  const quiet = ['--silent', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts'];
  run(directory, 'npm', 'install', ...quiet, ...wanted.split('\n'));
  fs.writeFileSync(stamp, wanted);
}

/** Unpacks an npm package without those that it depends on. */
export function unpackNpm(directory, name, version) {
  const place = path.join(directory, 'node_modules', name);
  if (fs.existsSync(place)) return;
  run(directory, 'npm', 'pack', '--silent', `${name}@${version}`);
  const archive = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  fs.mkdirSync(place, { recursive: true });
  run(directory, 'tar', '-xzf', archive, '--strip-components=1', '-C', place);
}

/** Returns the Node.js that `installNpm` found or installed. */
export function newNode(directory) {
  return isNew
    ? process.execPath
    : path.join(directory, 'node_modules', nodePackage, 'bin', 'node');
}

/** Runs a program to its end, and fails with what it printed if it fails. */
export async function execute(program, given, options) {
  const child = spawn(program, given, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MAX_TIME,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      printed = (printed + text).slice(-4000);
    });
  }
  const status = await new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code, signal) => resolve(code ?? signal));
  });
  if (status !== 0) throw new Error(`${path.basename(program)} ended with ${status}: ${printed}`);
}
