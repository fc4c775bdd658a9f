/** Converts recorded requests to the steps of a sequence. */

import type { LoadSequenceStep } from '../../schema/types.js';
import { combineAlike, shapeOf } from './alike.js';
import type { Captures } from './links.js';
import type { RecordedRequest } from './request.js';

export interface RecordedStep {
  readonly request: RecordedRequest;
  readonly captures: Captures;
  /** The time between the previous response and this request, or 0 for the first request. */
  readonly pauseMs: number;
}

type Step = Omit<LoadSequenceStep, 'request'> & { readonly request: RecordedRequest };

/** The files contain the values of repeated steps. */
export interface Sequence {
  readonly steps: readonly Step[];
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

/**
 * Shorter intervals are not pauses of the user, because a browser that loads a page sends requests
 * at such intervals.
 */
const LEAST_PAUSE_MS = 50;
/** A longer pause is shortened to this length. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Keeps the order and the pauses of the recording. Requests have the same shape if they differ only
 * in values, such as ids and query parameters. Steps of the same shape have the same name.
 * Consecutive identical requests become one repeated step. If `withData` is true, all consecutive
 * requests of the same shape become one step, and a file contains their values.
 */
export function sequenceOf(recorded: readonly RecordedStep[], withData: boolean): Sequence {
  const shapes = new Map<string, RecordedRequest[]>();
  for (const { request } of recorded) {
    const { shape } = shapeOf(request);
    shapes.set(shape, [...(shapes.get(shape) ?? []), request]);
  }
  const nameOf = (request: RecordedRequest): string =>
    titleOf(combineAlike('', shapes.get(shapeOf(request).shape) ?? [request]).request);
  const groups: RecordedStep[][] = [];
  for (const step of recorded) {
    const last = groups.at(-1);
    if (last && isRepeated(last, step, withData)) last.push(step);
    else groups.push([step]);
  }
  const files: { name: string; text: string }[] = [];
  const steps = groups.map((group): Step => {
    const { request, rows } = combineAlike(
      '',
      group.map((one) => one.request),
    );
    const [first] = group;
    const hasValues = rows.length > 0;
    if (hasValues)
      files.push({
        name: `values-${files.length + 1}.ndjson`,
        text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
      });
    return {
      name: nameOf(first?.request ?? request),
      request,
      ...captureOf(group),
      ...pauseOf(group),
      ...(group.length > 1 ? { repeat: group.length } : {}),
      ...(hasValues ? { data: `values-${files.length}` } : {}),
    };
  });
  return { steps, files };
}

const titleOf = ({ method = 'GET', path }: RecordedRequest): string =>
  `${method} ${path.replace(/\{\{([^}]*)\}\}/g, '{$1}')}`;

/**
 * Whether a request repeats the step of the requests before it. A request whose response provides a
 * value for later requests is never part of a repeated step.
 */
function isRepeated(
  group: readonly RecordedStep[],
  step: RecordedStep,
  withData: boolean,
): boolean {
  const [first] = group;
  if (first === undefined || group.some(({ captures }) => captures.size > 0)) return false;
  if (step.captures.size > 0) return false;
  return withData
    ? shapeOf(first.request).shape === shapeOf(step.request).shape
    : JSON.stringify(first.request) === JSON.stringify(step.request);
}

function captureOf(group: readonly RecordedStep[]): Pick<LoadSequenceStep, 'capture'> {
  const all = group.flatMap(({ captures }) => [...captures]);
  return all.length === 0 ? {} : { capture: Object.fromEntries(all) };
}

function pauseOf(group: readonly RecordedStep[]): Pick<LoadSequenceStep, 'think'> {
  const mean = group.reduce((sum, { pauseMs }) => sum + pauseMs, 0) / group.length;
  if (mean < LEAST_PAUSE_MS) return {};
  return { think: `${Math.round(Math.min(LONGEST_PAUSE_MS, mean))}ms` };
}
