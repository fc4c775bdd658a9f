import { describe, expect, it } from 'vitest';
import type { Inquiry } from '../harness/index.js';
import { Answer } from '../http/index.js';
import { type Capability, missingIn } from './missing.js';

/** A response with the number of its exchange. */
function answerTo(exchange: number, path: string, status: number, body: unknown = {}): Answer {
  const request = { interface: 'export' as const, url: `http://target.test${path}` };
  const text = Buffer.from(JSON.stringify(body));
  const headers = [['Content-Type', 'application/json'] as const];
  return new Answer(request, { status, headers, body: text }, { exchange });
}

const capability = (part: string, more: Partial<Capability> = {}): Capability => ({
  name: part,
  isPlural: true,
  isOf: (clause) => clause === `CLAUSE-${part}`,
  uses: ({ request }) => request.url.includes(part),
  ...more,
});

/**
 * An inquiry in which every response to a request with `sort` or `filter` violates the clause of
 * this part.
 */
function inquiryOf(answers: readonly Answer[], others: Inquiry['others'] = []): Inquiry {
  const violating = answers.filter(({ request }) => /sort|filter/.test(request.url));
  const complaint = (answer: Answer) => ({
    check: `check-${answer.exchange}`,
    clauses: ['CLAUSE'],
    exchanges: [answer.exchange],
  });
  return {
    interface: 'export',
    target: {},
    kept: [],
    violations: violating.map((answer) => ({ clause: 'CLAUSE-filter', answers: [answer] })),
    complaints: violating.map(complaint),
    others,
    answers,
  } as unknown as Inquiry;
}

const PLAIN = answerTo(1, '/list', 200);

describe('a refused feature', () => {
  const refused = (exchange: number): Answer =>
    answerTo(exchange, `/list?sort=${exchange}`, 400, { error: 'no sorting' });

  it('is reported once, with all its checks and the message of the target', () => {
    const found = missingIn(inquiryOf([PLAIN, refused(2), refused(3)]), [capability('sort')]);
    expect(found).toMatchObject([
      {
        checks: ['check-2', 'check-3'],
        faults: [],
        missing: { sentence: 'sort are refused: 400 "no sorting" to all 2 requests' },
      },
    ]);
  });

  it('is reported as not implemented if it is a route that returns 404', () => {
    const [one, two] = [answerTo(2, '/sort/a', 404), answerTo(3, '/sort/b', 404)];
    const found = missingIn(inquiryOf([PLAIN, one, two]), [capability('sort', { isRoute: true })]);
    expect(found).toMatchObject([
      { missing: { sentence: 'sort are not implemented: 404 to all 2 requests' } },
    ]);
  });

  it.each([
    ['one request is accepted', [PLAIN, refused(2), refused(3), answerTo(4, '/list?sort=a', 200)]],
    ['there is one request', [PLAIN, refused(2)]],
    ['everything is refused', [answerTo(1, '/list', 400), refused(2), refused(3)]],
    [
      'the service is not available',
      [PLAIN, answerTo(2, '/list?sort=a', 503), answerTo(3, '/list?sort=b', 429)],
    ],
  ])('is not named if %s', (_, answers) => {
    expect(missingIn(inquiryOf(answers), [capability('sort')])).toEqual([]);
  });

  it('is reported together with other features of its kind', () => {
    const others = [answerTo(4, '/list?filter=a', 400), answerTo(5, '/list?filter=b', 400)];
    const kinds = ['sort', 'filter'].map((part) =>
      capability(part, { kind: 'operator', isPlural: false }),
    );
    const found = missingIn(inquiryOf([PLAIN, refused(2), refused(3), ...others]), kinds);
    expect(found).toMatchObject([
      {
        missing: {
          sentence: 'operators sort, filter are refused: 400 "no sorting" to all 4 requests',
        },
      },
    ]);
  });
});

describe('an ignored feature', () => {
  const ignoring = (isIgnoredIn: (answer: Answer) => boolean | undefined): Capability =>
    capability('filter', { ignored: { returns: 'the whole list', isIgnoredIn } });
  const answers = [PLAIN, answerTo(2, '/list?filter=a', 200), answerTo(3, '/list?filter=b', 200)];

  it('is reported if every comparable response equals the response without it', () => {
    const found = missingIn(inquiryOf([...answers, answerTo(4, '/list?filter=c', 200)]), [
      ignoring(({ exchange }) => (exchange === 4 ? undefined : true)),
    ]);
    expect(found).toMatchObject([
      {
        checks: ['check-2', 'check-3', 'check-4'],
        missing: {
          sentence: 'filter are ignored: 2 requests that use them return the whole list',
        },
      },
    ]);
  });

  it('is not reported if the violations belong to another clause', () => {
    const other = { ...ignoring(() => true), isOf: () => false };
    expect(missingIn(inquiryOf(answers), [other])).toEqual([]);
  });

  it('is not reported if one response differs', () => {
    expect(missingIn(inquiryOf(answers), [ignoring(({ exchange }) => exchange === 2)])).toEqual([]);
  });

  it('names passed checks of the feature, and checks skipped because of it, as untested', () => {
    const event = { interface: 'export', exchanges: [2] };
    const others = [
      { ...event, check: 'about it', verdict: 'passed', clauses: ['CLAUSE-filter'] },
      { ...event, check: 'about another', verdict: 'passed', clauses: ['CLAUSE-sort'] },
      { ...event, check: 'refused', verdict: 'skipped', cause: 'prerequisite', clauses: ['A'] },
      {
        ...event,
        check: 'not configured',
        verdict: 'skipped',
        cause: 'configuration',
        clauses: ['A'],
      },
    ] as unknown as Inquiry['others'];
    const [found] = missingIn(inquiryOf(answers, others), [ignoring(() => true)]);
    expect(found?.missing?.untested).toEqual(['about it', 'refused']);
  });
});
