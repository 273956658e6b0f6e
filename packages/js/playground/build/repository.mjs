/**
 * The git repository of the example. Its commits follow from the files as they are now, by undoing
 * one edit after the other, so the same files always have the same hashes.
 */

import { execFileSync } from 'node:child_process';

/** The edits, the newest first, and the time of each commit. The first one is not committed. */
const EDITS = [
  { path: 'src/forecast.py', before: 'WINDOW = 12\n', after: 'WINDOW = 24\n' },
  {
    message: 'Leave the umbrella at home in strong wind\n\nIt does not survive 12 metres a second.',
    time: Date.UTC(2026, 4, 28, 17, 20),
    path: 'src/umbrella.ts',
    before: 'rain > 0.2)',
    after: 'rain > 0.2 && wind < 12)',
  },
  {
    message: 'Say whether it will be wet',
    time: Date.UTC(2026, 4, 21, 9, 5),
    path: 'src/forecast.py',
    before: '',
    after: `
    def is_wet(self, limit: float = 0.2) -> bool:
        """Returns whether it will rain more than a limit."""
        return self.rain() > limit
`,
  },
];

const FIRST = { message: 'Forecast rain', time: Date.UTC(2026, 4, 20, 8) };

/** Returns a commit of files, as `git fast-import` reads it. */
function commitOf({ message, time }, files) {
  const data = (bytes) => [`data ${Buffer.byteLength(bytes)}\n`, bytes, '\n'];
  return [
    'commit refs/heads/main\n',
    `committer Iris Regen <iris@example.org> ${time / 1000} +0200\n`,
    ...data(`${message}\n`),
    ...files.flatMap(([path, { mode, bytes }]) => [`M ${mode} inline ${path}\n`, ...data(bytes)]),
  ];
}

/** Makes `.git` in a directory. `files` are the modes and bytes of its files, by their paths. */
export function makeRepository(directory, files) {
  const now = new Map(files);
  const commits = EDITS.map((edit) => {
    const { path, before, after } = edit;
    const { mode, bytes } = now.get(path);
    if (!bytes.includes(after)) throw new Error(`${path} has no longer what a commit added`);
    now.set(path, { mode, bytes: Buffer.from(bytes.toString().replace(after, () => before)) });
    return edit.message === undefined ? [] : commitOf(edit, [[path, { mode, bytes }]]);
  });
  const stream = [commitOf(FIRST, [...now]), ...commits.reverse()].flat();
  // Without what is set for the person, or the repository, that builds this.
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (input, ...args) => execFileSync('git', args, { cwd: directory, input, env });
  git('', 'init', '--quiet', '--template=', '--initial-branch=main', '--object-format=sha1');
  git(Buffer.concat(stream.map((part) => Buffer.from(part))), 'fast-import', '--quiet');
  // An index without times: the content of the files decides whether they changed.
  git('', 'read-tree', 'main');
}
