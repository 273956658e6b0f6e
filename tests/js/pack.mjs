/** Builds the npm package. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const repository = path.resolve(here, '..', '..');
const sources = path.join(repository, 'packages', 'js');

export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Runs a program and shows its output only if it fails. */
export function run(directory, program, ...given) {
  const { status, stdout, stderr, error } = spawnSync(program, given, {
    cwd: directory,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 2 ** 20,
  });
  if (error !== undefined) throw error;
  if (status !== 0) {
    process.stdout.write(`${stdout}${stderr}`);
    throw new Error(`${[path.basename(program), ...given].join(' ')} failed with status ${status}`);
  }
  return stdout;
}

/** Prints what was done. */
export function step(text) {
  process.stdout.write(`${text}\n`);
}

/** Copies the sources to the build directory. Earlier builds are removed, installed tools stay. */
function copySources(target) {
  fs.mkdirSync(target, { recursive: true });
  for (const name of ['src', 'build', 'playground', 'dist', 'generated']) {
    fs.rmSync(path.join(target, name), { recursive: true, force: true });
  }
  for (const name of fs.readdirSync(target))
    if (name.endsWith('.tgz')) fs.rmSync(path.join(target, name));
  const built = new Set(['node_modules', 'dist', 'generated']);
  for (const name of fs.readdirSync(sources)) {
    if (!built.has(name))
      fs.cpSync(path.join(sources, name), path.join(target, name), { recursive: true });
  }
  for (const name of ['LICENSE-MIT', 'LICENSE-APACHE', 'LICENSE-glyph-names'])
    fs.copyFileSync(path.join(repository, name), path.join(target, name));
}

/** Installs the build tools, unless the last run installed the same. */
function installTools(target) {
  const stamp = path.join(target, '.tools');
  const lock = createHash('sha256')
    .update(fs.readFileSync(path.join(target, 'package-lock.json')))
    .digest('hex');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === lock) return;
  fs.rmSync(stamp, { force: true });
  run(target, npm, 'ci', '--no-audit', '--no-fund', '--ignore-scripts');
  fs.writeFileSync(stamp, lock);
}

/** Builds the package in a directory, and returns the path of the archive. */
export function pack(target, component) {
  copySources(target);
  installTools(target);
  run(target, process.execPath, 'build.mjs', '--component', component);
  step('built, and its types checked');
  const [{ filename, size, unpackedSize, files }] = JSON.parse(
    run(target, npm, 'pack', '--json', '--ignore-scripts'),
  );
  step(`${filename}: ${size} bytes packed, ${unpackedSize} unpacked, ${files.length} files`);
  return path.join(target, filename);
}
