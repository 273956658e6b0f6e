/** The data of the tasks is right, and the checks of answers tell right from wrong. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { linesOf } from '../lib/synthetic.mjs';
import { grade, isVisible, load, problems, question } from '../lib/tasks.mjs';
import { contents } from '../lib/workspace.mjs';

const files = contents();
const data = load();

test('every answer is in its file', () => {
  assert.deepEqual(problems(data, files), []);
  assert.ok(data.tasks.length >= 30);
});

test('a wrong answer, and a file that has changed, are noticed', () => {
  for (const task of data.tasks) {
    const wrong = { ...task };
    if (task.kind === 'quote') wrong.lines = [task.lines[0], task.lines[1] - 1];
    else if (task.kind === 'edit') wrong.line = task.line + 1;
    else if (typeof task.answer === 'number') wrong.answer += 1;
    else wrong.answer += 'x';
    assert.equal(problems({ ...data, tasks: [wrong] }, files).length, 1, task.id);
  }
  const changed = new Map([...files, ['check.ts', `${files.get('check.ts')}\n`]]);
  assert.match(problems(data, changed).join(), /^check\.ts: its digest is/u);
});

test('a question has one answer, and a failure is the first', () => {
  const text = 'fail\nfail\n{"k":"v"}\n{"k":"w"}\n';
  const file = 'a';
  const problem = (task) =>
    problems({ files: {}, tasks: [{ file, ...task }] }, new Map([[file, text]]));
  const [, failure] = problem({ id: 'f', kind: 'failure', where: 'fail', answer: 2 });
  assert.equal(failure, "f: 'fail' is first on line 1");
  const [, value] = problem({ id: 'v', kind: 'value', where: '"k":"', answer: 'v' });
  assert.match(value, /^v: /u);
  const [, twice] = problem({ id: 'd', kind: 'declaration', where: 'fail', answer: 1 });
  assert.equal(twice, "d: 'fail' is on lines 1,2");
});

/** What a perfect model writes. */
function right(task) {
  const lines = linesOf(files.get(task.file));
  if (task.kind === 'edit') {
    // With the lines around it, an old text is there only once.
    const around = lines.slice(task.line - 4, task.line + 2);
    const edited = around.with(
      3,
      around[3].replace(task.old, () => task.new),
    );
    return `It is\n<old>\n${around.join('\n')}\n</old>\n<new>\n${edited.join('\n')}\n</new>`;
  }
  const [first, last] = task.lines ?? [];
  const answer = task.kind === 'quote' ? lines.slice(first - 1, last).join('\n') : task.answer;
  return `<answer>7</answer> is wrong, so:\n<answer>${answer}</answer>`;
}

test('the right answer of each task is right, and others are not', () => {
  for (const task of data.tasks) {
    const text = files.get(task.file);
    const written = right(task);
    assert.equal(grade(task, text, written), 'right', task.id);
    assert.equal(grade(task, text, 'I do not know.'), 'none', task.id);
    const isNumber = typeof task.answer === 'number';
    const next = `<answer>${task.answer + 1}</answer>`;
    const altered = isNumber ? next : written.replace(/(?=<\/\w+>$)/u, 'z');
    assert.equal(grade(task, text, altered), 'wrong', task.id);
    assert.ok(question(task).includes(task.file), task.id);
    const isQuoted = ['quote', 'line'].includes(task.kind);
    const spaced = written.replaceAll(/^(<\w+>)?( *)(?=\S)/gmu, '$1$2 ');
    if (isQuoted) assert.equal(grade(task, text, spaced), 'spaces', task.id);
  }
});

test('an edit whose old text is not there exactly once is wrong', () => {
  const task = { kind: 'edit', file: 'a', line: 2, old: 'x', new: 'y' };
  const edit = (old, wanted) => grade(task, 'x\nx\n', `<old>${old}</old><new>${wanted}</new>`);
  assert.equal(edit('x', 'y'), 'wrong');
  assert.equal(edit('x\nx', 'x\ny'), 'right');
  assert.equal(edit('z', 'y'), 'wrong');
  assert.equal(edit('', 'y'), 'wrong');
  const first = { ...task, line: 1 };
  assert.equal(grade(first, 'x\nx\n', '<old>x</old><new>y</new>'), 'wrong');
});

test('an answer is visible when its lines are, as they stand', () => {
  const text = 'one\ntwo {\n  three\n}\nfour "key":"v"\n';
  const seen = (...lines) => ({ lines: new Map(lines), outline: [] });
  const all = [
    [{ kind: 'declaration', where: 'two', answer: 2 }, [2, 'two {'], [2, 'two']],
    [{ kind: 'failure', where: 'two', answer: 2 }, [2, 'two {'], [3, 'two {']],
    [{ kind: 'line', line: 3 }, [3, '  three'], [3, 'three']],
    [{ kind: 'edit', line: 3 }, [3, '  three'], [3, '  thr']],
    [{ kind: 'value', where: '"key":"', answer: 'v' }, [5, 'r "key":"v"'], [5, 'four "key":"']],
  ];
  for (const [task, good, bad] of all) {
    assert.ok(isVisible(task, text, seen(good)), task.kind);
    assert.ok(!isVisible(task, text, seen(bad)), task.kind);
  }
  const quote = { kind: 'quote', lines: [2, 4] };
  assert.ok(isVisible(quote, text, seen([2, 'two {'], [3, '  three'], [4, '}'])));
  assert.ok(!isVisible(quote, text, seen([2, 'two {'], [4, '}'])));
  const outline = { lines: new Map(), outline: [{ first: 2, last: 4, text: 'two {' }] };
  assert.ok(isVisible({ kind: 'declaration', where: 'two', answer: 2 }, text, outline));
  assert.ok(!isVisible({ kind: 'declaration', where: 'two', answer: 3 }, text, outline));
  assert.ok(!isVisible(quote, text, outline));
});
