#!/usr/bin/env node
/** The command `readroom`: starts the program that came with this package. */

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { findProgram } from './program.js';

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

function fail(message: string): void {
  process.stderr.write(`readroom: ${message}\n`);
  process.exitCode = 2;
}

function start(program: string): void {
  const child = spawn(program, process.argv.slice(2), { stdio: 'inherit', windowsHide: true });
  // Signals to this process are meant for the program, which decides when to exit.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('error', ({ message }) => {
    const advice = 'see that it is there and can be run';
    fail(`the program '${program}' cannot be started: ${message}; ${advice}`);
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  });
}

try {
  start(findProgram());
} catch (error) {
  fail((error as Error).message);
}
