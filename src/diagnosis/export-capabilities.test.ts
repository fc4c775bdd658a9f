import { describe, expect, it } from 'vitest';
import { Answer } from '../http/index.js';
import { only, where } from '../protocol/export/filter.js';
import { httpRequest, type ProductsQuestion } from '../protocol/export/question.js';
import type { ExportTarget } from '../settings/target.js';
import { exportCapabilities } from './export-capabilities.js';

const TARGET: ExportTarget = {
  baseUrl: 'http://export.test',
  siteId: 1,
  channelId: 2,
  destination: { id: 3, token: 'valid-token' },
  snapshot: 1000,
  dialect: {},
};

function answerTo(question: ProductsQuestion, ...ids: readonly number[]): Answer {
  const data = ids.map((id) => ({ id }));
  const body = Buffer.from(
    JSON.stringify({ data, meta: { total: ids.length, limit: 100, offset: 0 } }),
  );
  const headers = [['Content-Type', 'application/vnd.api+json']] as const;
  return new Answer(httpRequest(TARGET, question), { status: 200, headers, body }, { exchange: 1 });
}

describe('`NOT BETWEEN` that returns the whole list', () => {
  const outside = answerTo({ filter: only(where('id', 'NOT BETWEEN', [1, 2])) }, 1, 2, 3);
  const within = { filter: only(where('id', 'BETWEEN', [1, 2])) };
  const isIgnored = (...others: readonly Answer[]): boolean | undefined =>
    exportCapabilities(TARGET, [answerTo({}, 1, 2, 3), outside, ...others])
      .find(({ name }) => name === 'NOT BETWEEN')
      ?.ignored?.isIgnoredIn(outside);

  it('is ignored', () => {
    expect(isIgnored()).toBe(true);
    expect(isIgnored(answerTo(within, 1, 2))).toBe(true);
  });

  it('is not ignored where `BETWEEN` matches nothing', () => {
    expect(isIgnored(answerTo(within))).not.toBe(true);
  });
});

it('does not take a parameter without a value for a use of the feature', () => {
  const answers = [{ orderBy: 'name' }, { orderBy: '' }, { groupBy: 'name' }, { groupBy: '' }].map(
    (question) => answerTo(question, 1),
  );
  const capabilities = exportCapabilities(TARGET, answers);
  const users = (name: string) =>
    answers.map((answer) => capabilities.find((one) => one.name === name)?.uses(answer));
  expect(users('orderBy')).toEqual([true, false, false, false]);
  expect(users('groupBy')).toEqual([false, false, true, false]);
});
