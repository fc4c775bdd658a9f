/** Tests responses of a load run by the rules of the conformance suites. */

import { ownDeviation, suites } from '../../../suites/index.js';
import { Answer, type Header } from '../../http/index.js';
import type { Target } from '../../settings/index.js';
import type { Answer as Answered } from '../engine/index.js';
import type { LoadRequest } from '../scenario/index.js';

/** Describes the first violation of a response. Returns undefined if there is none. */
export type Judge = (request: LoadRequest, answer: Answered) => string | undefined;

/**
 * Tests responses by the rules of the interfaces that the target file configures. Only violations
 * of must clauses are described. A description contains no value of the response, because it may be
 * a credential.
 */
export function judgeBy(target: Target): Judge {
  const configured = suites.filter(({ interface: name }) => Object.hasOwn(target, name));
  const deviation = ownDeviation(target);
  return ({ origin, message }, { status, headers, body }) => {
    const { method, path, body: sent } = message;
    const request = {
      url: `${origin}${path}`,
      method,
      headers: headerPairs(message.headers),
      interface: 'load',
    };
    const answer = new Answer(
      sent === undefined ? request : { ...request, body: sent.toString() },
      { status, headers: headerPairs(headers), body },
      { exchange: 0 },
    );
    for (const { rules, clauses } of configured)
      for (const { clause, expected, atMost } of rules?.judgeWithoutFacts(target, [answer])
        .violations ?? [])
        if (clauses[clause]?.level === 'must' && atMost === undefined)
          return `${clause}: expected ${expected}`;
    return deviation(answer);
  };
}

const headerPairs = (flat: readonly (Buffer | string)[]): readonly Header[] =>
  flat.flatMap((name, at) =>
    at % 2 === 0 ? [[String(name), String(flat[at + 1] ?? '')] as const] : [],
  );
