import { jsonValue } from '../../schema/json-value.js';
import { checkSchema } from '../../schema/validate.js';
import { message } from '../engine/index.js';
import type { FlowData } from './data.js';
import type { LoadRequest, Visit } from './step.js';

/** Visits that hand over between the two expendable users. A request is never sent twice. */
export function handoverVisits({ url, token, from, to }: Extract<FlowData, { kind: 'handover' }>): () => Visit {
  const at = new URL(url);
  const request: LoadRequest = {
    origin: at.origin,
    title: 'POST /handover',
    message: message({
      method: 'POST',
      url: at,
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify({ from, to }),
    }),
    expects: 200,
    repeatable: false,
    reads: false,
    verify: ({ body }) => wrongAnswer(body),
  };
  return () => handOver(request);
}

function* handOver(request: LoadRequest): Visit {
  const heard = yield request;
  return heard.kind === 'answered' && heard.answer.status === 200 ? 'completed' : 'abandoned';
}

function wrongAnswer(body: Buffer): string | undefined {
  const json = jsonValue(body.toString());
  if (json === undefined) return 'not JSON';
  return 'value' in checkSchema('handover/answer', json) ? undefined : 'no message';
}
