/** What this process has open, and how much memory it took. */

import fs from 'node:fs';

const isLinux = process.platform === 'linux';

/** How many descriptors are open, or 0 where that is not told. */
export function openDescriptors() {
  return isLinux ? fs.readdirSync('/proc/self/fd').length : 0;
}

/** From now on, the most memory is counted anew. */
export function resetPeak() {
  if (isLinux) fs.writeFileSync('/proc/self/clear_refs', '5');
}

/** The most memory that the process had since then, in bytes. */
export function peak() {
  if (!isLinux) return 0;
  return Number(/VmHWM:\s*(\d+) kB/u.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;
}
