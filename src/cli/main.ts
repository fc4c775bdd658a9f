#!/usr/bin/env node
// Signals are caught before anything else is loaded: what is interrupted in its first moments leaves its files too.
const stop = new AbortController();
const CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
let code: number | undefined;
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second Ctrl-C does not wait for reports.
    if (code !== undefined) process.exit(CODES[signal]);
    code = CODES[signal];
    stop.abort();
  });
}
// A reader that stops early, such as `head`, is not an error: the run, its files and its exit code are unaffected.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const [{ systemClock }, { EXIT }, { invocationOf, isColoured, widthOf }, { runProgram }] = await Promise.all([
  import('../http/clock.js'),
  import('./io.js'),
  import('./invocation.js'),
  import('./program.js'),
]);
const ended = await runProgram(process.argv.slice(2), {
  environment: process.env,
  cwd: process.cwd(),
  out: (text) => void process.stdout.write(text),
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
process.exitCode = ended === EXIT.interrupted && code !== undefined ? code : ended;
