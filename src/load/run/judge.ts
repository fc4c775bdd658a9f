/** Tests responses of a load run by the rules of the conformance suites. */

import { ownDeviation, suites } from '../../../suites/index.js';
import { Answer, type Header } from '../../http/index.js';
import { interfacesAt } from '../../settings/base-urls.js';
import type { Target } from '../../settings/index.js';
import type { Answer as Answered } from '../engine/ticket.js';
import type { LoadRequest } from '../scenario/step.js';

/** Describes the first violation of a response. Returns undefined if there is none. */
export type Judge = (request: LoadRequest, answer: Answered) => string | undefined;

/**
 * Tests each response by the rules of its interface. The URL of the request begins with the base
 * URL of the interface; if there are several such base URLs, the longest counts. Only violations of
 * must clauses are described. A description contains no value of the response, because the value
 * may be a credential. Responses of an operation that only the target file describes (the suite
 * *own*) are tested by the schema in that file.
 */
export function judgeBy(target: Target): Judge {
  const deviation = ownDeviation(target);
  return ({ origin, message, interface: named }, { status, headers, body }) => {
    const { method, path, body: sent } = message;
    const url = `${origin}${path}`;
    // Interfaces may share a base URL. The profile then says to which of them the request belongs.
    const found = interfacesAt(url, target);
    const name = found.find((one) => one === named) ?? found[0] ?? '';
    const request = { url, method, headers: headerPairs(message.headers), interface: name };
    const answer = new Answer(
      sent === undefined ? request : { ...request, body: sent.toString() },
      { status, headers: headerPairs(headers), body },
      { exchange: 0 },
    );
    const suite = suites.find((one) => one.interface === name);
    // A violation with `atMost` is only a warning.
    for (const { clause, expected, atMost } of suite?.judge?.judgeWithoutFacts(target, [answer])
      .violations ?? [])
      if (suite?.clauses[clause]?.level === 'must' && atMost === undefined)
        return `${clause}: expected ${expected}`;
    return deviation(answer);
  };
}

const headerPairs = (flat: readonly (Buffer | string)[]): readonly Header[] =>
  flat.flatMap((name, at) =>
    at % 2 === 0 ? [[String(name), String(flat[at + 1] ?? '')] as const] : [],
  );
