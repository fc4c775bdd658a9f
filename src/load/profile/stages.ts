import type { LoadProfile } from '../../schema/types.js';
import { parseDuration } from '../../settings/index.js';
import type { Finding } from './finding.js';
import type { BreakpointSearch, Stage } from './plan.js';

/**
 * More would not fit into a day at a rate that this generator reaches, and is nearly always a slip
 * of the keyboard.
 */
const MAX_ARRIVALS = 100_000_000;
const MAX_MS = 24 * 3_600_000;
const MAX_USERS = 10_000;

type RawStage = NonNullable<LoadProfile['stages']>[number];

/** The stages with their times, the warm-up first. Empty for a search of the breakpoint. */
export function checkStages(
  profile: LoadProfile,
  breakpoint: BreakpointSearch | undefined,
  finding: Finding,
): readonly Stage[] {
  const { model, warmUp } = profile;
  const counted = breakpoint || profile.breakpoint ? [] : profile.stages;
  if (!counted)
    finding.mistake('stages', 'is missing', 'Give at least one stage, or "breakpoint".');
  const raw = [
    ...(warmUp
      ? [{ stage: { name: 'warm-up', ...warmUp } as RawStage, path: 'warmUp', warmUp: true }]
      : []),
    ...(counted ?? []).map((stage, index) => ({
      stage: { ...stage, name: stage.name ?? `stage ${index + 1}` },
      path: `stages[${index}]`,
      warmUp: false,
    })),
  ];
  const unit = model === 'open' ? 'rate' : 'users';
  const other = model === 'open' ? 'users' : 'rate';
  let startMs = 0;
  let arrivals = 0;
  const stages = raw.map(({ stage, path, warmUp: warm }): Stage => {
    const durationMs = parseDuration(stage.duration) ?? 0;
    finding.unless(durationMs > 0, `${path}.duration`, 'is 0', 'Give a duration such as "30s".');
    const from = stage[unit];
    if (from === undefined) {
      finding.mistake(
        `${path}.${unit}`,
        `is missing in the ${model} model`,
        `Set "${unit}": 10, for example.`,
      );
    }
    if (stage[other] !== undefined) {
      const change = `Set "${unit}", or "model": "${model === 'open' ? 'closed' : 'open'}".`;
      finding.mistake(`${path}.${other}`, `has no meaning in the ${model} model`, change);
    }
    const to = stage.rampTo ?? from ?? 0;
    if (model === 'closed') {
      finding.unless(
        to <= MAX_USERS,
        `${path}.rampTo`,
        `is ${to} users`,
        `Give at most ${MAX_USERS}.`,
      );
    }
    arrivals += (((from ?? 0) + to) / 2) * (durationMs / 1000);
    const made = { name: stage.name ?? '', startMs, durationMs };
    startMs += durationMs;
    return { ...made, from: from ?? 0, to, warmUp: warm };
  });
  const hours = Math.round(startMs / 3_600_000);
  finding.unless(startMs <= MAX_MS, 'stages', `last ${hours} hours`, 'Give at most 24 hours.');
  if (model === 'open') {
    const remedy = `Give at most ${MAX_ARRIVALS.toLocaleString('en')}: a lower rate or a shorter duration.`;
    const count = Math.round(arrivals).toLocaleString('en');
    finding.unless(arrivals <= MAX_ARRIVALS, 'stages', `add up to ${count} arrivals`, remedy);
  }
  const idle = stages.filter(({ warmUp: warm }) => !warm).every(({ from, to }) => from + to === 0);
  if (stages.length > 0 && idle && !profile.breakpoint) {
    finding.mistake(
      'stages',
      `have a ${unit} of 0 throughout`,
      `Give one of them a "${unit}" above 0.`,
    );
  }
  return stages;
}
