/** Evaluates the conditions and captures of a load response. */

import { jsonValue } from '../../schema/json-value.js';
import { type Answer, header } from '../engine/ticket.js';
import { conditionOf, firstOf, headerOf, type Query } from '../json-path.js';
import type { Capture } from '../profile/plan.js';

const conditions = new Map<string, Query<boolean>>();
const paths = new Map<string, Query<unknown>>();

/** Compiles an expression once, because many responses are tested with the same expressions. */
function compileOnce<T>(cache: Map<string, T>, source: string, compile: (source: string) => T): T {
  const found = cache.get(source) ?? compile(source);
  cache.set(source, found);
  return found;
}

/**
 * Describes the first failed condition, or says that the body is not JSON. Returns undefined if the
 * body satisfies all conditions.
 */
export function failedCheck(
  body: Buffer,
  checks: Readonly<Record<string, string>>,
): string | undefined {
  const json = jsonValue(body.toString());
  if (json === undefined) return 'not JSON';
  const failed = Object.entries(checks).find(
    ([, source]) => !compileOnce(conditions, source, conditionOf).of(json),
  );
  return failed && `the check "${failed[0]}" failed`;
}

/**
 * Captures the values of a response. If a value is missing, or is neither a text nor a number,
 * `problem` describes the first such value.
 */
export function capturedFrom(
  answer: Answer,
  captures: readonly Capture[],
): { readonly values: Readonly<Record<string, unknown>> } | { readonly problem: string } {
  const values: Record<string, unknown> = {};
  let json: unknown;
  for (const { name, from } of captures) {
    const field = headerOf(from);
    if (field === undefined) json ??= jsonValue(answer.body.toString());
    const value =
      field === undefined
        ? json !== undefined && compileOnce(paths, from, firstOf).of(json)
        : header(answer, field);
    if (!isScalar(value))
      return { problem: `${name} was not captured: no text or number at ${from}` };
    values[name] = value;
  }
  return { values };
}

const isScalar = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';
