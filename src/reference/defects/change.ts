/** Makes changes to the behaviour of the reference server. */

import { jsonValue } from '../../schema/json-value.js';
import type { Behaviour, Change } from '../behaviour.js';
import { type Answer, Refused } from '../wire/answer.js';
import { type Call, header, type Mount } from '../wire/call.js';

type Part = 'export' | 'tokens' | 'templates' | 'platform' | 'handover';

/**
 * Makes changes to one part of the server. `healthy` is the behaviour before the change. `replace`
 * receives the functions of the part, and returns those that differ.
 */
const piecesOf =
  <Name extends Part>(part: Name) =>
  (replace: (healthy: Behaviour[Name], all: Behaviour) => Partial<Behaviour[Name]>): Change =>
  (healthy) => ({ ...healthy, [part]: { ...healthy[part], ...replace(healthy[part], healthy) } });

export const inExport = piecesOf('export');
export const inTokens = piecesOf('tokens');
export const inTemplates = piecesOf('templates');
export const inPlatform = piecesOf('platform');
export const inHandover = piecesOf('handover');

/** Replaces the responses of one interface, including its refusals. */
export const answersOf =
  (mount: Mount, replace: (answer: Answer, call: Call) => Answer | Promise<Answer>): Change =>
  (healthy) => ({
    ...healthy,
    around: (handle) => {
      const inner = healthy.around(handle);
      return async (call) => {
        const answer = await settled(() => inner(call));
        return call.mount === mount ? replace(answer, call) : answer;
      };
    },
  });

/** Replaces the response to a request that has a header field with a matching value. */
export const withFieldOf =
  (mount: Mount) =>
  (name: string, value: RegExp, replace: (given: Answer) => Answer): Change =>
    answersOf(mount, (given, call) =>
      value.test(header(call, name) ?? '') ? replace(given) : given,
    );

/** Handlers throw some responses. This function returns them like any other response. */
async function settled(handle: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await handle();
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.answer;
    throw thrown;
  }
}

/**
 * Edits the JSON bodies of one interface. If `edit` returns undefined, the body stays unchanged.
 */
export const jsonOf = (
  mount: Mount,
  edit: (body: unknown, answer: Answer, call: Call) => unknown,
): Change =>
  answersOf(mount, (answer, call) => {
    const body = parsed(answer);
    const edited = body === undefined ? undefined : edit(body, answer, call);
    return edited === undefined ? answer : { ...answer, body: JSON.stringify(edited) };
  });

/** Returns the parsed body of a JSON response, or undefined for any other response. */
function parsed({ headers, body }: Answer): unknown {
  return /json/i.test(headers['Content-Type'] ?? '') ? jsonValue(body.toString()) : undefined;
}
