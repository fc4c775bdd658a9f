import { execFileSync } from 'node:child_process';
import type { Options } from 'k6/options';

/** A request that a script asked k6 for. */
interface Asked {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer for the next request, in turn. */
export interface Given {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Played {
  readonly asked: readonly Asked[];
  readonly options: Options;
  readonly checks: readonly [name: string, held: boolean][];
  readonly slept: readonly number[];
  readonly rates: Readonly<Record<string, readonly boolean[]>>;
}

const STAND_IN = `
const asked = [], checks = [], slept = [], rates = {};
let iteration = 0;
const http = { request: (method, url, body, { headers }) => {
  asked.push({ method, url, body, headers });
  const { status, body: given, headers: back = {} } = answers.shift() ?? { status: 200, body: [] };
  return { status, body: typeof given === 'string' ? given : JSON.stringify(given ?? []), headers: back, error_code: 0 };
} };
const check = (value, all) => Object.entries(all).every(([name, test]) => { const held = test(value); checks.push([name, held]); return held; });
const sleep = (seconds) => slept.push(seconds);
const exec = { scenario: { get iterationInTest() { return iteration; } } };
class Rate { constructor(name) { this.of = rates[name] = []; } add(value) { this.of.push(value); } }
`;

/** Runs a script in a process of its own, with a k6 that sends nothing: each scenario so often, and what was asked. */
export function playK6(
  script: string,
  {
    times = 1,
    answers = [],
    only,
    environment = {},
  }: { times?: number; answers?: readonly Given[]; only?: string; environment?: Readonly<Record<string, string>> } = {},
): Played {
  const body = script.replace(/^import .*$/gm, '').replaceAll('export ', '');
  const run = `
for (const [name, { exec: called }] of Object.entries(options.scenarios)) {
  if (${JSON.stringify(only)} !== undefined && !name.startsWith(${JSON.stringify(only)})) continue;
  for (iteration = 0; iteration < ${times}; iteration += 1) eval(called)();
}
console.log(JSON.stringify({ asked, options, checks, slept, rates }));`;
  const head = `const __ENV = ${JSON.stringify(environment)}; const answers = ${JSON.stringify(answers)};`;
  const source = `${head}\n${STAND_IN}\n${body}\n${run}`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module'], { input: source, encoding: 'utf8' }));
}
