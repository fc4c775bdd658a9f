import { describe, expect, it } from 'vitest';
import type { Answer } from '../http/answer.js';
import type { Transport } from '../http/index.js';
import { Lost } from '../http/lost.js';
import { targetFrom } from '../settings/index.js';
import { askQuestions } from './asking.js';
import { CheckEnded } from './finding.js';
import type { Exchanged } from './rule.js';
import type { PreparedRulebook } from './rulebook.js';
import { openSession } from './session.js';

const ORIGIN = 'http://127.0.0.1:9';

/** Fails for these paths (for `twice` from the second time on), and does not respond to `lost`. */
function failingFor(paths: readonly string[], sent: string[]): Transport {
  return {
    async send({ url }) {
      const path = url.slice(ORIGIN.length + 1);
      sent.push(path);
      if (path === 'lost') throw new Lost('reset', 'on the way');
      const failing = path.startsWith('w') ? 501 : 500;
      const isFirst = sent.indexOf(path) === sent.length - 1;
      const fails = paths.includes(path) && !(path === 'twice' && isFirst);
      const status = fails ? failing : 400;
      return { status, headers: [], body: Buffer.from('') };
    },
    close: async () => undefined,
  };
}

type Exchange = Exchanged<string>;

/** The only rule: no response has the status 500, or 501, which is a warning. */
const book: PreparedRulebook<string, Exchange, undefined> = {
  request: (path) => ({ interface: 'export', url: `${ORIGIN}/${path}` }),
  ask: (context, path, options) => context.ask(book.request(path, context.target), options),
  read: (answer: Answer) => ({ question: answer.request.url.slice(ORIGIN.length + 1), answer }),
  facts: async () => undefined,
  unknown: undefined,
  judge: ({ answer: { status } }) => ({
    clauses: ['X-1'],
    violations:
      status < 500
        ? []
        : [
            {
              clause: 'X-1',
              expected: 'a refusal',
              actual: String(status),
              ...(status === 501 ? { atMost: 'warning' as const } : {}),
            },
          ],
  }),
  relate: () => [],
  repetitions: new WeakMap(),
  simpler: () => [],
  name: (path) => path,
};

/** What the check found, and the requests that it sent. */
const found = (failing: readonly string[], ...paths: string[]) =>
  foundBy({ rules: book, clause: 'X-1' }, failing, paths);

async function foundBy(
  { rules, clause }: { readonly rules: typeof book; readonly clause: string },
  failing: readonly string[],
  paths: readonly string[],
) {
  const sent: string[] = [];
  const target = targetFrom({ export: { baseUrl: ORIGIN } });
  const session = openSession(target, { transport: failingFor(failing, sent) });
  const { context } = session.scope({ name: 'test', interface: 'export' });
  const ended = await askQuestions(context, rules, {
    clauses: [clause],
    questions: paths,
    facts: undefined,
    repeat: paths.includes('twice') ? 'each' : undefined,
    take: { least: paths.length },
  }).catch((error: unknown) => {
    if (error instanceof CheckEnded) return error.finding;
    throw error;
  });
  return { ended, sent: new Set(sent) };
}

describe('after a violation a check', () => {
  it('asks on, and names the other requests that fail', async () => {
    const { ended, sent } = await found(['a', 'c'], 'a', 'b', 'c');
    expect(ended).toMatchObject({
      kind: 'deviates',
      expected: 'a refusal, for a',
      actual: '500',
      failsToo: ['c'],
    });
    expect(sent).toEqual(new Set(['a', 'b', 'c']));
  });

  it('ends when three others fail', async () => {
    const { ended, sent } = await found(['a', 'c', 'd', 'e', 'f'], 'a', 'b', 'c', 'd', 'e', 'f');
    expect(ended).toMatchObject({ actual: '500', failsToo: ['c', 'd', 'e'] });
    expect(sent).toEqual(new Set(['a', 'b', 'c', 'd', 'e']));
  });

  it('asks all questions after warnings, and names the others', async () => {
    const { ended, sent } = await found(['w1', 'w2'], 'w1', 'w2', 'b');
    expect(ended).toMatchObject({ actual: '501', atMost: 'warning', failsToo: ['w2'] });
    expect(sent).toEqual(new Set(['w1', 'w2', 'b']));
  });

  it('reports a violation that only the repetition of a question shows', async () => {
    const { ended } = await found(['twice'], 'twice');
    expect(ended).toMatchObject({ kind: 'deviates', expected: 'a refusal, for twice' });
  });

  it('reports the violation even if a later response is lost', async () => {
    const { ended } = await found(['a'], 'a', 'lost');
    expect(ended).toMatchObject({ kind: 'deviates', actual: '500' });
  });
});

it('reduces at most three violations of another clause', async () => {
  const reducing: typeof book = {
    ...book,
    blames: 'the fewest conditions',
    simpler: (path) => (path.endsWith('-less') ? [] : [`${path}-less`]),
  };
  const paths = ['a', 'b', 'c', 'd', 'e'];
  const { ended, sent } = await foundBy({ rules: reducing, clause: 'X-2' }, paths, paths);
  expect(ended).toMatchObject({ kind: 'skipped', cause: 'prerequisite' });
  expect(sent).toEqual(new Set([...paths, 'a-less', 'b-less', 'c-less']));
});
