/** Makes the JavaScript engine optimize fewer functions. */

import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 optimize a function only after about fifteen times as many calls as by default. A run of
 * the suites lasts a few seconds. Most functions that V8 optimizes in this time are not called
 * often enough afterwards to save the time of their optimization. The optimization took a third of
 * the processor time of a run. Load runs last longer, so they need the default.
 */
export function optimizeLater(): void {
  const option = optionFor(process.versions.node);
  if (option !== undefined) setFlagsFromString(option);
}

/**
 * Returns the V8 option for a version of Node.js. It is undefined for a version on which the option
 * was not tested, because V8 prints an error for an unknown option.
 */
export const optionFor = (version: string): string | undefined =>
  OPTIONS[version.split('.')[0] ?? ''];

/** The keys are the major versions of Node.js. */
const OPTIONS: Readonly<Record<string, string>> = {
  // The number of bytes of bytecode that a function executes. Default: 67,584.
  20: '--interrupt-budget=1000000',
  // The number of calls of a function. Default: 3,000.
  22: '--invocation-count-for-turbofan=45000',
  24: '--invocation-count-for-turbofan=45000',
};
