/**
 * Says which releases are newer than those that are recorded, by the day on which they were
 * published: a higher number may be older.
 *
 *   node tests/recordings/drift.mjs
 */

import { execFileSync } from 'node:child_process';
import { releases } from './releases.mjs';

/** Prints the days of an index's releases, as pip names the index. */
const PYPI = `
import json, os, sys, urllib.request
from pip._internal.models.index import PyPI
url = os.environ.get('PIP_INDEX_URL', PyPI.simple_url).rstrip('/') + '/' + sys.argv[1] + '/'
form = {'Accept': 'application/vnd.pypi.simple.v1+json'}
files = json.load(urllib.request.urlopen(urllib.request.Request(url, headers=form)))['files']
version = lambda name: name.split('-')[1].removesuffix('.tar.gz')
print(json.dumps({version(file['filename']): file['upload-time'] for file in files}))
`;
const ask = (command, ...given) => JSON.parse(execFileSync(command, given, { encoding: 'utf8' }));
const registries = {
  npm: (name) => ask('npm', 'view', name, 'time', '--json'),
  PyPI: (name) => ask(process.env.PYTHON ?? 'python3', '-c', PYPI, name),
};

const recorded = releases.map(({ release }) => release);
for (const { tool, release, parts = [] } of releases) {
  for (const one of [release, ...parts]) {
    const [, name, version, registry] = /^(\S+) (\S+) \((.*)\)$/u.exec(one);
    const times = registries[registry](name);
    // A version before a release has letters behind its numbers.
    const newer = Object.keys(times)
      .filter((other) => /^[\d.]+$/u.test(other) && times[other] > times[version])
      .sort((other, another) => (times[other] < times[another] ? -1 : 1))
      .map((other) => {
        const isRecorded = recorded.includes(`${name} ${other} (${registry})`);
        return `${other} of ${times[other].slice(0, 10)}${isRecorded ? ' (recorded, too)' : ''}`;
      });
    const day = times[version].slice(0, 10);
    const what = newer.length === 0 ? ' is the newest' : `, newer: ${newer.join(', ')}`;
    process.stdout.write(`${tool}: ${name} ${version} of ${day}${what}\n`);
  }
}
