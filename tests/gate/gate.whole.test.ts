import { describe, expect, it } from 'vitest';
import { gateOf } from '../../src/report/index.js';
import { assay } from './assay.js';
import { type Change, judgeChanged, only, startChanged } from './changed.js';

const BETWEEN = /BETWEEN/;
const isLast = (url: string, body: string): boolean =>
  url.includes('/platform/') && url.includes('cursor=') && /"count":0/.test(body);

describe('a green', () => {
  it('is none where connections drop whenever the query holds BETWEEN', async () => {
    const { gate, report } = await judgeChanged(
      ({ url }) => (BETWEEN.test(url) ? 'reset' : undefined),
      {
        wanted: only('export'),
        maxRequests: 160,
      },
    );
    expect(gate.outcome).toBe('unjudged');
    expect(gate.messages.join('\n')).toMatch(/EXP-FILT-7 {2}inconclusive: reset: .*responds/);
    expect(report.requests.troubles.reset).toBeGreaterThan(0);
  });

  it.each<[string, Change, string]>([
    [
      'answers 500',
      ({ url }, { body }) => (isLast(url, body) ? { status: 500, body: '{}' } : undefined),
      'platform.walk.complete',
    ],
    [
      'lacks success',
      ({ url }, { body }) =>
        isLast(url, body) ? { body: body.replace(/"success":\s*true,/, '') } : undefined,
      'platform.page.shape',
    ],
    [
      'lacks prev',
      ({ url }, { body }) =>
        isLast(url, body) ? { body: body.replace(/"prev":\s*\d+,/, '') } : undefined,
      'platform.page.shape',
    ],
  ])(
    'is none where the last page of a walk %s: the check that owns the clause fails',
    async (_, change, owner) => {
      const { gate, failed, report } = await judgeChanged(change, {
        wanted: only('platform'),
        reference: { dialect: { end: 'empty-page' } },
      });
      expect(failed).toContain(owner);
      expect(gate.outcome).toBe('broken');
      expect(report.verdicts.passed).toBeGreaterThan(5);
    },
  );

  it('asks for half of the must clauses of each interface, or for the share that is named', async () => {
    const { report } = await judgeChanged(() => undefined, {
      wanted: ({ id }) => id.startsWith('platform.') || id.startsWith('handover.'),
    });
    expect(gateOf(report).outcome).toBe('holds');
    expect(gateOf({ ...report, minCoverage: 0.9 })).toMatchObject({
      outcome: 'unjudged',
      messages: [expect.stringMatching(/coverage is \d+ of \d+ must clauses, below 90 %/)],
    });
    expect(gateOf({ ...report, minCoverage: 0 }).outcome).toBe('holds');
  });
});

it('the preflight costs no request of its own, and leaves a broken target to the checks', async () => {
  const change: Change = ({ url }) =>
    url.includes('/destinations/') ? { status: 403, body: '{}' } : undefined;
  const { environment, close } = await startChanged(change);
  const healthy = await startChanged(() => undefined);
  try {
    const options = ['--interface', 'export', '--max-requests', '80'];
    expect((await assay(['run', ...options], { environment: environment() })).code).toBe(1);
    const [plain, ahead] = [
      await assay(['run', '--json', '--no-preflight', '--interface', 'platform'], {
        environment: healthy.environment(),
      }),
      await assay(['run', '--json', '--interface', 'platform'], {
        environment: healthy.environment(),
      }),
    ].map(({ out }) => JSON.parse(out).requests.sent);
    expect(ahead).toBe(plain);
  } finally {
    await close();
    await healthy.close();
  }
});
