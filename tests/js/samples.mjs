/** One file of each kind that is read differently. */

import fs from 'node:fs';
import path from 'node:path';

const CODE = `use std::fmt;

/// A point.
struct Point {
    x: i32,
}

impl Point {
    fn new(x: i32) -> Self {
        Self { x }
    }

    /// The length.
    fn length(&self) -> i32 {
        if self.x > 0 {
            return self.x;
        }
        -self.x
    }
}
`;

/** A picture of 3 x 2 pixels. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAC0lEQVR4nGNgwAQAABQAAX3+Hu4AAAAASUVORK5CYII=';

const NOTEBOOK = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { language_info: { name: 'python' } },
  cells: [
    { cell_type: 'markdown', metadata: {}, source: ['# Title\n', 'text'] },
    {
      cell_type: 'code',
      execution_count: 3,
      metadata: {},
      source: 'plot()',
      outputs: [
        { output_type: 'stream', name: 'stdout', text: ['1\n'] },
        { output_type: 'stream', name: 'stderr', text: 'careful\n' },
        {
          output_type: 'display_data',
          metadata: {},
          data: { 'text/plain': '<Figure>', 'image/png': PICTURE },
        },
        {
          output_type: 'execute_result',
          execution_count: 3,
          metadata: {},
          data: { 'text/plain': '2' },
        },
        {
          output_type: 'error',
          ename: 'E',
          evalue: 'no',
          traceback: ['\u001b[0;31mE\u001b[0m: no'],
        },
        { output_type: 'nonsense' },
      ],
    },
    { cell_type: 'raw', metadata: {}, source: 'raw' },
  ],
};

/** A workbook of two sheets, the second of which is hidden. */
const WORKBOOK = JSON.parse(
  fs.readFileSync(
    path.join(process.env.READROOM_TESTS, 'cases/readroom@0.4/document-xlsx.json'),
    'utf8',
  ),
).root['budget.xlsx'].base64;

export const samples = {
  'a.txt': 'one\ntwo\nthree\n',
  'src/point.rs': CODE,
  'wide.txt': `short\n${'abcde'.repeat(1000)}\r\nlast`,
  'gbk.txt': Buffer.from('c4e3bac3cac0bde70a', 'hex'),
  'marked.txt': Buffer.from('fffe6100e9000a00', 'hex'),
  'a.ipynb': JSON.stringify(NOTEBOOK),
  'dot.png': Buffer.from(PICTURE, 'base64'),
  'cut.png': Buffer.from(PICTURE, 'base64').subarray(0, 16),
  'a.pdf': '%PDF-1.4\n',
  'budget.xlsx': Buffer.from(WORKBOOK, 'base64'),
};
