#!/usr/bin/env node
/** The executable of Assay: runs the program and sets the exit code of the process. */

// Signals are handled before anything else is loaded. A run that is interrupted at once still
// writes its files.
const stop = new AbortController();
const CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
/** The exit code for the first signal; undefined if there was none. */
let code: number | undefined;
const interrupt = (signal: keyof typeof CODES): void => {
  // A second signal, such as Ctrl-C, ends the process without waiting for reports.
  if (code !== undefined) process.exit(CODES[signal]);
  code = CODES[signal];
  stop.abort();
};
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
// `npx` and `npm run` start a shell that ends on SIGTERM and does not pass the signal on.
const { ppid: parent } = process;
if (process.env.npm_command !== undefined)
  setInterval(() => {
    if (process.ppid !== parent && code === undefined) interrupt('SIGTERM');
  }, 200).unref();
process.stderr.on('error', () => undefined);

const [
  { systemClock },
  { EXIT },
  { openStandardOutput },
  { invocationOf, isColoured, widthOf },
  { runProgram },
] = await Promise.all([
  import('../http/clock.js'),
  import('./io.js'),
  import('./standard-output.js'),
  import('./invocation.js'),
  import('./program.js'),
]);
const output = openStandardOutput((problem) => {
  process.stderr.write(`${problem}\n`);
  process.exitCode = EXIT.usage;
});
const ended = await runProgram(process.argv.slice(2), {
  environment: process.env,
  cwd: process.cwd(),
  out: output.write,
  err: (text) => void process.stderr.write(text),
  terminal: {
    out: isColoured(process.argv, process.env) ?? process.stdout.isTTY === true,
    err: process.stderr.isTTY === true,
    width: widthOf(process.stdout, process.env),
  },
  command: invocationOf(process.argv[1], process.env, process.cwd()),
  signal: stop.signal,
  clock: systemClock,
});
const result = ended === EXIT.interrupted && code !== undefined ? code : ended;
// If stdout fails later, its failure handler sets the exit code.
if (output.problem() === undefined || result === EXIT.fault) process.exitCode = result;
