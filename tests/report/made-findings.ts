import type {
  ClauseEntry,
  FindingEvent,
  LedgerEvent,
  VerdictEvent,
} from '../../src/ledger/index.js';
import { BEGUN } from '../ledger/begun.js';

interface Made {
  /** Stands wherever a target's own words may come to stand. */
  readonly words?: string;
  readonly target?: string;
}

const LISTS = ['[{"id":1,"price":9.5}]', '[{"id":1,"price":9.5},{"id":2,"price":12}]'] as const;

/**
 * The events of a run with a number of findings, each seen in two exchanges, and twenty checks that
 * passed.
 */
export function madeFindings(
  number: number,
  { words = 'blue', target = 'staging' }: Made = {},
): LedgerEvent[] {
  const numbers = Array.from({ length: number + 20 }, (_, index) => index + 1);
  const clauses = numbers.map(
    (one): ClauseEntry => ({
      id: `EXP-MADE-${one}`,
      level: 'must',
      interface: 'export',
      text: `rule ${one} of \`filters[][criteria]\` is kept`,
      section: 'Resources, criteria item',
      judging: 'Every record is compared with the criterion.',
    }),
  );
  const verdicts = numbers.map((one): VerdictEvent => {
    const common = {
      type: 'verdict' as const,
      check: `export.made-${one % 30}.rule-${one}`,
      title: `rule ${one} gives exactly the records that satisfy it`,
      interface: 'export',
      clauses: [`EXP-MADE-${one}`] as [string],
      level: 'must' as const,
      requests: 2,
      durationMs: 12,
      exchanges: [one * 2 - 1, one * 2],
    };
    if (one > number)
      return { ...common, verdict: 'passed', witness: `kept 7 of 40 records: ${words}` };
    const commands = [1, 2].map(
      (page) => `curl -sSi 'http://127.0.0.1:1/products?page=${page}&rule=${one}'`,
    );
    return {
      ...common,
      verdict: 'failed',
      reason: `expected 7 records named ${words}, got 8`,
      expected: `7 records named ${words}`,
      actual: `8 records named ${words}`,
      commands,
      replay: `run --check ${common.check} --seed 1`,
    };
  });
  const findings = verdicts.slice(0, number).map(
    ({ check, clauses: [clause = ''], exchanges }): FindingEvent => ({
      type: 'finding',
      interface: 'export',
      clause,
      clauses: [clause],
      verdict: 'failed',
      lead: check,
      checks: [check],
      exchanges,
      faults: [],
    }),
  );
  const exchanges = verdicts.flatMap((_, at) =>
    LISTS.map(
      (body, index): LedgerEvent => ({
        type: 'exchange',
        id: at * 2 + index + 1,
        interface: 'export',
        atMs: at * 40 + index * 20,
        waitedMs: 5,
        durationMs: 4,
        request: {
          method: 'GET',
          url: `http://127.0.0.1:1/products?page=${index + 1}&filters%5B%5D=${encodeURIComponent(words.toWellFormed().slice(0, 300))}`,
          headers: [['Accept', 'application/json']],
        },
        answer: {
          status: 200,
          headers: [['Content-Type', words]],
          body: `${body}${words}`,
          bytes: body.length,
        },
      }),
    ),
  );
  return [
    {
      ...BEGUN,
      planned: verdicts.map(({ check }) => ({ id: check, requests: 2 })),
      target: {
        name: words === 'blue' ? target : `${target} ${words}`,
        origin: 'file',
        interfaces: { export: 'http://127.0.0.1:1/export' },
        configuration: 'c0f',
      },
      clauses,
    },
    { type: 'survey', interface: 'export', dialect: { nullSpelling: words } },
    ...exchanges,
    ...verdicts,
    ...findings,
    {
      type: 'footer',
      durationMs: numbers.length * 40,
      sent: exchanges.length,
      shared: 0,
      limited: 0,
      interrupted: false,
      again: 2,
      troubles: { '503': 2 },
    },
  ];
}
