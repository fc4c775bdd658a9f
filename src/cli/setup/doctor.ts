import { suites } from '../../../suites/index.js';
import { examine, type Plan } from '../../harness/index.js';
import { count } from '../../report/html/text.js';
import { describePace, type Target } from '../../settings/index.js';
import { configuredTarget } from '../configured-target.js';
import { EXIT, type ExitCode, type Io } from '../io.js';

export interface DoctorOptions {
  readonly target?: string;
  readonly envFile?: readonly string[];
  readonly insecure?: boolean;
}

/**
 * `assay doctor`: what is configured, whether it responds and accepts the credentials, and how long
 * a run takes; a few requests.
 */
export async function doctorCommand(options: DoctorOptions, io: Io): Promise<ExitCode> {
  const target = configuredTarget(options.target, options, io, 'doctor');
  const { plan, obstacles, sent } = await examine(suites, target, {
    clock: io.clock,
    signal: io.signal,
  });
  // Without any request nothing is known of the target.
  const standing =
    sent > 0 || obstacles.length > 0
      ? obstacles
      : ['no request could be sent: add the missing settings named above'];
  io.out(
    `${[
      `Target     ${target.name}, from ${options.target ?? (target.origin === 'file' ? 'assay.target.json' : 'the environment')}`,
      ...suites.map(
        ({ interface: name }) => `${name.padEnd(10)} ${configured(name, plan, target)}`,
      ),
      ...(standing.length === 0
        ? [
            `Reachable  every configured interface responds and accepts the credentials (${count(sent, 'request')})`,
          ]
        : standing.map((line) => `✗          ${line}`)),
      `A run      about ${count(plan.requests, 'request')}${duration(plan, target)}`,
      standing.length === 0
        ? 'Next       assay run'
        : 'Next       correct the settings named above, then run assay doctor again',
    ].join('\n')}\n`,
  );
  return standing.length === 0 ? EXIT.holds : EXIT.unjudged;
}

/** How many checks of an interface can run, and which settings the others need. */
function configured(name: string, { planned, skipped }: Plan, target: Target): string {
  const mine = planned.filter(({ check }) => check.interface === name).length;
  const rest = skipped.filter(
    ({ check, finding }) => check.interface === name && finding.cause === 'configuration',
  );
  const needs = [
    ...new Set(rest.flatMap(({ finding }) => finding.reason.replace(/^needs /, '').split(' and '))),
  ];
  const left = rest.length === 0 ? '' : `; ${rest.length} more with ${needs.join(', ')}`;
  return mine === 0
    ? `not configured: ${needs.join(', ')}`
    : `${count(mine, 'check')}${left}${whereOf(name, target)}`;
}

function whereOf(name: string, target: Target): string {
  const settings = (
    target as unknown as Readonly<Record<string, { readonly baseUrl?: string } | undefined>>
  )[name];
  return settings?.baseUrl === undefined ? '' : `, at ${settings.baseUrl}`;
}

const duration = ({ durationMs }: Plan, { pace }: Target): string =>
  pace === undefined
    ? ', as fast as the target responds'
    : `, ${(durationMs / 1000).toFixed(0)} s at ${describePace(pace)}`;
