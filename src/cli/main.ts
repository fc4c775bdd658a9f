#!/usr/bin/env node
/** The executable of Assay: runs the program and sets the exit code of the process. */

import { EXIT } from './io.js';
import { watchProcess } from './process-end.js';

const processEnd = watchProcess();
const [
  { systemClock },
  { openStandardOutput },
  { invocationOf, isColoured, widthOf },
  { exitFor, runProgram },
] = await Promise.all([
  import('../http/clock.js'),
  import('./standard-output.js'),
  import('./invocation.js'),
  import('./program.js'),
]);
const output = openStandardOutput((problem) => {
  process.stderr.write(`${problem}\n`);
  process.exitCode = EXIT.usage;
});
const io = {
  environment: process.env,
  cwd: process.cwd(),
  out: output.write,
  err: (text: string) => void process.stderr.write(text),
  terminal: {
    out: isColoured(process.argv, process.env) ?? process.stdout.isTTY === true,
    err: process.stderr.isTTY === true,
    width: widthOf(process.stdout, process.env),
  },
  command: invocationOf(process.argv[1], process.env, process.cwd()),
  signal: processEnd.signal,
  clock: systemClock,
};
processEnd.reportErrors((error) => exitFor(error, io));
const ended = await runProgram(process.argv.slice(2), io);
// If stdout fails later, its failure handler sets the exit code.
const isOutputLost = output.problem() !== undefined && ended !== EXIT.fault;
processEnd.finish(isOutputLost ? EXIT.usage : ended);
