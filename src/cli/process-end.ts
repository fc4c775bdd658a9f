/**
 * Ends the process: after signals, after errors that nothing handles, and after the last output of
 * a command. It is loaded before everything else, so that a run that is interrupted at once still
 * writes its files.
 */

import { textOfValue } from '../schema/json-value.js';
import { EXIT } from './io.js';
import { refusedByMachine } from './refused.js';

const SIGNAL_CODES = {
  SIGHUP: EXIT.hungUp,
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
} as const;
type Signal = keyof typeof SIGNAL_CODES;

/** The interval at which `endAfter` measures whether the process is working. */
const TICK_MS = 100;
/** A process that uses a smaller share of a processor is waiting, not working. */
const IDLE = 0.1;
/**
 * A command that waits for this time after a signal is ended. Supervisors such as Docker kill a
 * process ten seconds after its signal.
 */
const AFTER_SIGNAL_MS = 9000;
/** The process ends this long after its last output, even with open sockets or timers. */
const AFTER_OUTPUT_MS = 1000;

export interface ProcessEnd {
  /** Aborts after a signal, and after an error that nothing handles. */
  readonly signal: AbortSignal;
  /** `report` prints an error that nothing handles, and returns the exit code. */
  reportErrors(report: (error: unknown) => number): void;
  /** The command has returned this exit code, and has written everything. */
  finish(code: number): void;
}

/** Starts to handle signals, and errors that nothing else handles. */
export function watchProcess(): ProcessEnd {
  const stop = new AbortController();
  let reportError: ((error: unknown) => number) | undefined;
  let signalled: Signal | undefined;
  let faulty: number | undefined;
  const interrupt = (signal: Signal): void => {
    // A second signal, such as Ctrl-C, ends the process without waiting for reports.
    if (signalled !== undefined) process.exit(SIGNAL_CODES[signal]);
    signalled = signal;
    endAfter(AFTER_SIGNAL_MS, () => {
      process.stderr.write(
        `The command waited for ${AFTER_SIGNAL_MS / 1000} s after ${signal}: it ends now, and its reports may be missing.\n`,
      );
      exitAfterSignal(signal);
    });
    stop.abort();
  };
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  // `npx` and `npm run` start a shell that ends on SIGTERM and does not pass the signal on.
  const { ppid: parent } = process;
  if (process.env.npm_command !== undefined)
    setInterval(() => {
      if (process.ppid !== parent && signalled === undefined) interrupt('SIGTERM');
    }, 200).unref();
  // A reader of stderr that stops early, such as `head`, must not end the command.
  process.stderr.on('error', () => undefined);
  // An error that nothing handles interrupts the command instead of ending the process, so that the
  // command still writes what it measured.
  process.on('uncaughtException', (error) => {
    if (faulty !== undefined) return;
    if (reportError === undefined) {
      reportBeforeLoading(error);
      return;
    }
    const code = reportError(error);
    faulty = code;
    process.exitCode = code;
    endAfter(AFTER_SIGNAL_MS, () => process.exit(code));
    stop.abort();
  });
  return {
    signal: stop.signal,
    reportErrors: (report) => {
      reportError = report;
    },
    finish: (code) => {
      const signal = code === EXIT.interrupted ? signalled : undefined;
      process.exitCode = faulty ?? (signal && SIGNAL_CODES[signal]) ?? code;
      endAfter(AFTER_OUTPUT_MS, () => {
        if (signal !== undefined && faulty === undefined) exitAfterSignal(signal);
        process.exit();
      });
    },
  };
}

/**
 * Ends the process with the exit code of the signal. While the system looks up the address of a
 * host, `process.exit` waits for the end of the lookup. The signal itself then ends the process,
 * and shells show the same exit code.
 */
function exitAfterSignal(signal: Signal): void {
  const isLookingUp = process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap');
  if (!isLookingUp) process.exit(SIGNAL_CODES[signal]);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/**
 * Calls `end` after a time in which the process only waited. The time does not pass while any
 * thread works, for example on reports, and while a slow reader has not read the output. The timer
 * does not keep the process alive.
 */
function endAfter(ms: number, end: () => void): void {
  let leftMs = ms;
  let lookedAt = performance.now();
  let usage = process.cpuUsage();
  setInterval(() => {
    const passedMs = performance.now() - lookedAt;
    const { user, system } = process.cpuUsage(usage);
    lookedAt += passedMs;
    usage = process.cpuUsage();
    const isIdle = (user + system) / 1000 < passedMs * IDLE;
    const isWritten = process.stdout.writableLength + process.stderr.writableLength === 0;
    if (isIdle && isWritten) leftMs -= passedMs;
    if (leftMs <= 0) end();
  }, TICK_MS).unref();
}

/**
 * Prints an error that occurs before the program is loaded. No setting has been read by then, so
 * the error contains no secret that would have to be removed. The most likely error is EMFILE.
 */
function reportBeforeLoading(error: unknown): void {
  const refused = refusedByMachine(error);
  const trace = error instanceof Error ? error.stack : textOfValue(error);
  process.stderr.write(`${refused ?? `Internal error of Assay, not of the target:\n${trace}`}\n`);
  process.exit(refused === undefined ? EXIT.fault : EXIT.usage);
}
