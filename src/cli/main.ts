#!/usr/bin/env node
import { systemClock } from '../http/index.js';
import { EXIT } from './io.js';
import { runProgram } from './program.js';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second Ctrl-C does not wait for reports.
    if (interrupted.signal.aborted) process.exit(EXIT.interrupted);
    interrupted.abort();
  });
}
// A reader that stops early, such as `head`, is no fault.
process.stdout.on('error', () => process.exit(process.exitCode ?? EXIT.holds));

process.exitCode = await runProgram(process.argv.slice(2), {
  environment: process.env,
  cwd: process.cwd(),
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  terminal: { out: process.stdout.isTTY === true && !process.env.NO_COLOR, err: process.stderr.isTTY === true },
  signal: interrupted.signal,
  clock: systemClock,
});
