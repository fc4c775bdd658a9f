import { suites } from '../../../suites/index.js';
import { type Check, examine, makePlan, type Plan } from '../../harness/index.js';
import { listInWords } from '../../in-words.js';
import { count } from '../../report/html/text.js';
import { memberAt } from '../../schema/json-value.js';
import { describePace, missingSettings, type Target } from '../../settings/index.js';
import { configuredTarget } from '../configured-target.js';
import { EXIT, type ExitCode, type Io } from '../io.js';

export interface DoctorOptions {
  readonly target?: string;
  readonly envFile?: readonly string[];
  readonly insecure?: boolean;
}

/**
 * The command `assay doctor`: tests with a few requests whether each interface responds and accepts
 * the credentials.
 */
export async function doctorCommand(options: DoctorOptions, io: Io): Promise<ExitCode> {
  const target = configuredTarget(options.target, options, io, 'doctor');
  const { plan, obstacles, sent } = await examine(suites, target, {
    clock: io.clock,
    signal: io.signal,
  });
  // If no request was sent, nothing is known about the target.
  const problems =
    sent > 0 || obstacles.length > 0
      ? obstacles
      : ['no request could be sent: add the missing settings named above'];
  io.out(
    `${[
      `Target     ${target.name}, from ${options.target ?? (target.origin === 'file' ? 'assay.target.json' : 'the environment')}`,
      ...suites.map(
        ({ interface: name }) => `${name.padEnd(10)} ${describeInterface(name, plan, target)}`,
      ),
      ...(problems.length === 0
        ? [
            `Reachable  every configured interface responds and accepts the credentials (${count(sent, 'request')})`,
          ]
        : problems.map((line) => `✗          ${line}`)),
      `A run      about ${count(plan.requests, 'request')}${duration(plan, target)}`,
      ...describeLeftOut(plan, target),
      ...describeNotPermitted(plan),
      problems.length === 0
        ? 'Next       assay run'
        : 'Next       correct the settings named above, then run assay doctor again',
    ].join('\n')}\n`,
  );
  return problems.length === 0 ? EXIT.holds : EXIT.unjudged;
}

function describeInterface(name: string, { planned, skipped }: Plan, target: Target): string {
  const isOfInterface = ({ check }: { readonly check: Check }): boolean => check.interface === name;
  const runnable = [...planned, ...skipped.filter(({ finding }) => finding.cause === 'budget')];
  const runs = runnable.filter(isOfInterface).length;
  const lacking = skipped
    .filter(isOfInterface)
    .map(({ check }) => missingSettings(target, check.needs))
    .filter((missing) => missing.length > 0);
  const settings = [...new Set(lacking.flat())];
  if (runs === 0) return `not configured: ${settings.join(', ')}`;
  const more =
    lacking.length === 0 ? '' : `; optional, for ${lacking.length} more: ${settings.join(', ')}`;
  return `${count(runs, 'check')}${whereOf(name, target)}${more}`;
}

/**
 * Describes the checks that are left out because of the budget, which is the maximum number of
 * requests. Also names the budget that all checks need. The result is empty if no check is left
 * out.
 */
function describeLeftOut(plan: Plan, target: Target): readonly string[] {
  const checks = plan.skipped.filter(({ finding }) => finding.cause === 'budget');
  if (checks.length === 0 || plan.maxRequests === undefined) return [];
  const tested = new Set(plan.planned.flatMap(({ check }) => check.clauses));
  const untested = new Set(
    checks
      .filter(({ check }) => check.level === 'must')
      .flatMap(({ check }) => check.clauses)
      .filter((clause) => !tested.has(clause)),
  );
  const whole = makePlan(suites, target, { maxRequests: Number.MAX_SAFE_INTEGER });
  const clauses =
    untested.size === 0 ? '' : `, so that no check tests ${listInWords([...untested])}`;
  return [
    `Budget     a limit of ${count(plan.maxRequests, 'request')} leaves out ${count(checks.length, 'check')}${clauses}`,
    `           for all checks: assay run --max-requests ${whole.requests}${duration(whole, target)}`,
  ];
}

/**
 * Describes the checks that need `hostileValues`. The other permissions are not suggested, because
 * their requests may change data.
 */
function describeNotPermitted({ skipped }: Plan): readonly string[] {
  const checks = skipped.filter(({ check }) => check.permission === 'hostileValues');
  const left = checks.filter(({ finding }) => finding.cause === 'safety').length;
  return left === 0
    ? []
    : [
        `Values     ${count(left, 'check')} with malformed and extreme values not run: set "allow": { "hostileValues": true }`,
      ];
}

function whereOf(name: string, target: Target): string {
  const baseUrl = memberAt(target, [name, 'baseUrl']);
  return typeof baseUrl === 'string' ? `, at ${baseUrl}` : '';
}

const duration = ({ durationMs }: Plan, { pace }: Target): string =>
  pace === undefined
    ? ', as fast as the target responds'
    : `, ${(durationMs / 1000).toFixed(0)} s at ${describePace(pace)}`;
