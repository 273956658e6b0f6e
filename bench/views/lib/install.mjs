/** Installs the benchmark's packages with npm, unless the last run installed the same. */

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { BENCHMARK, digest } from './workspace.mjs';

export function install(target) {
  fs.mkdirSync(target, { recursive: true });
  const stamp = path.join(target, '.installed');
  const wanted = digest(fs.readFileSync(path.join(BENCHMARK, 'package-lock.json')));
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return;
  for (const name of ['package.json', 'package-lock.json']) {
    fs.copyFileSync(path.join(BENCHMARK, name), path.join(target, name));
  }
  const windows = process.platform === 'win32';
  const { status, stdout, stderr } = spawnSync(
    windows ? 'npm.cmd' : 'npm',
    ['ci', '--no-audit', '--no-fund', '--ignore-scripts'],
    { cwd: target, encoding: 'utf8', shell: windows },
  );
  if (status !== 0) throw new Error(`npm ci failed: ${stdout}${stderr}`);
  fs.writeFileSync(stamp, wanted);
}
