import { describe, expect, it } from 'vitest';
import { foldLedger, type LedgerEvent } from '../src/ledger/index.js';
import { randomFrom } from '../src/random.js';
import { optionsFromDescription, VARIANTS } from '../src/reference/index.js';
import type { ReferenceOptions } from '../src/reference/options.js';
import { gateOf, runReport } from '../src/report/index.js';
import { judgeBatch } from '../src/selftest/honest.js';
import { type TrialOptions, trial } from '../src/selftest/trial.js';
import { targetFrom } from '../src/settings/index.js';
import { exportSuite } from '../suites/export/index.js';

/** What is said of a conforming server that is called in this process. */
async function judged(options: ReferenceOptions, more: TrialOptions = {}) {
  const events: LedgerEvent[] = [];
  const asked: string[] = [];
  const verdicts = await trial(options, {
    fixture: false,
    inProcess: true,
    wanted: (check) => check.interface === 'export',
    record: (event) => void events.push(event),
    seen: async ({ url }) => void asked.push(url),
    ...more,
  });
  const report = runReport(foldLedger(events));
  return {
    asked,
    report,
    gate: gateOf(report).outcome,
    saying: (...kinds: string[]) =>
      verdicts.filter(({ verdict }) => kinds.includes(verdict)).map(({ check }) => check),
    dialect: Object.assign(
      {},
      ...events.map((event) => (event.type === 'survey' ? event.dialect : {})),
    ) as Record<string, string>,
  };
}

const only = (name: string) => ({
  wanted: (check: { interface: string }) => check.interface === name,
});
const of = (id: string): ReferenceOptions =>
  VARIANTS.find((variant) => variant.id === id)?.options ?? {};

describe('a conforming server is not accused', () => {
  it('of refusing a token that it returns to each request, and that another check revokes', async () => {
    const server = {
      data: { columns: [{ name: 'sku', kind: 'id', nulls: 0 }], rows: 6, seed: 0 },
      dialect: {},
      variants: ['tokens.kept-tokens'],
      life: {},
    } as const;
    const { saying } = await judged(optionsFromDescription(server), only('templates'));
    expect(saying('failed', 'warning')).not.toContain('templates.lifetime.reuse');
    expect(saying('passed')).toContain('templates.lifetime.reuse');
  });

  it('of a change of its data that the budget does not allow to confirm', async () => {
    const server = {
      data: {
        columns: [
          { name: 'price', kind: 'integer', nulls: 0 },
          { name: 'sku', kind: 'id', nulls: 0 },
        ],
        rows: 201,
        seed: 0,
      },
      dialect: { maxLimit: 100, nulls: 'empty', nullsOrder: 'last', negationsKeepNulls: true },
      variants: [],
      life: { sells: { column: 'price', from: 70 } },
    } as const;
    const more = { maxRequests: 145, seed: 4, wanted: () => true };
    const { saying } = await judged(optionsFromDescription(server), more);
    expect(saying('failed')).toEqual([]);
  });

  it('of text beyond the basic plane, which is cut between characters', async () => {
    const names = [
      'Bierkrug \u{1f37a}',
      '\u{1f37a}\u{1f37b}',
      '\u{1f469}\u200d\u{1f469}',
      'e\u0301t\u00e9',
      'a\u{1f37a}b',
    ];
    const records = Array.from({ length: 40 }, (_, row) => ({
      id: row,
      name: names[row % 5],
      note: names[(row * 3) % 5],
    }));
    const { asked, saying } = await judged({ records });
    expect(saying('failed', 'warning', 'inconclusive')).toEqual([]);
    // U+FFFD is what half a character becomes.
    expect(asked.filter((url) => url.includes('%EF%BF%BD'))).toEqual([]);
    expect(asked.some((url) => url.includes(encodeURIComponent('\u{1f37a}')))).toBe(true);
  });

  it('of ignoring what another destination lacks: its columns and the key', async () => {
    const records = Array.from({ length: 6 }, (_, row) => ({ sku: `A${row}`, price: row }));
    const ignoring = await judged({ ...of('answers.unforeseen-is-ignored'), records });
    expect(ignoring.saying('failed', 'warning')).toEqual(['export.filter.misunderstood']);
    const two = [1, 2].map((id) => ({ id, sku: id }));
    const besides = await judged(
      { ...of('answers.unforeseen-is-ignored'), records: two },
      { seed: 94 },
    );
    expect(besides.saying('failed', 'warning')).toEqual(['export.filter.misunderstood']);
    const leavingOut = await judged({
      ...of('dialect.empty-records-are-lists'),
      records: records.map(({ sku }) => ({ sku })),
    });
    expect(leavingOut.saying('failed', 'warning')).toEqual([]);
    // The records of the other destination have no stock, or null: neither is a text.
    for (const nulls of ['missing', 'null'] as const) {
      const names = ['undefined', 'null', 'Oak', 'Pine'];
      const texts = Array.from({ length: 40 }, (_, row) => ({ sku: row, color: names[row % 4] }));
      expect(
        (await judged({ records: texts, dialect: { nulls } })).saying('failed', 'warning'),
      ).toEqual([]);
    }
  });

  it('of another total on another destination, of more records than a snapshot holds', async () => {
    const id = { kind: 'id', nulls: 0 } as const;
    const data = {
      columns: [
        { name: 'id', ...id },
        { name: 'sku', ...id },
      ],
      rows: 1347,
      seed: 969,
    };
    const server = {
      data,
      dialect: { maxLimit: 100, overLimit: 'refuse' },
      variants: [],
      life: {},
    } as const;
    expect(
      (await judged(optionsFromDescription(server), { seed: 132 })).saying('failed', 'warning'),
    ).toEqual([]);
  });

  it.each(['oak Lamp 3', 'oak, 3'])(
    'of writing arrays with commas, where %j is the only value',
    async (sku) => {
      const records = Array.from({ length: 6 }, (_, row) => ({ sku: row === 3 ? sku : null }));
      const { saying } = await judged({
        records,
        dialect: { arrayEncodings: ['comma'], nulls: 'empty' },
      });
      expect(saying('failed')).toEqual([]);
    },
  );

  it('of records without a key that change meanwhile, where a page holds nearly all', async () => {
    const records = Array.from({ length: 1001 }, (_, row) => ({
      price: row % 400,
      sku: row % 10 === 0 ? null : row,
    }));
    const later = {
      from: 21,
      records: records.map(({ price, sku }) => ({ price: price + 3, sku })),
    };
    const { saying } = await judged({ records, later }, { maxRequests: 145 });
    expect(saying('failed')).toEqual([]);
  });

  it('of records without a key that change meanwhile, where a page holds most of them', async () => {
    const records = Array.from({ length: 1300 }, (_, row) => ({
      price: row % 400,
      sku: row % 2 === 0 ? null : row,
    }));
    const sold = records.map((record, row) =>
      row % 6 === 0 ? { ...record, price: record.price + 1 } : record,
    );
    const { saying } = await judged(
      { records, later: { from: 63, records: sold } },
      { maxRequests: 400 },
    );
    expect(saying('failed')).toEqual([]);
    const turning = await judged(
      { ...of('dialect.unordered-lists-turn'), records },
      { maxRequests: 400 },
    );
    expect(turning.saying('failed', 'inconclusive')).toEqual([]);
  });

  it('of a list that turns and has records twice, where it takes several pages', async () => {
    const records = Array.from({ length: 1001 }, (_, row) => ({ price: row % 700 }));
    const { saying } = await judged({ ...of('dialect.unordered-lists-turn'), records });
    expect(saying('failed', 'inconclusive')).toEqual([]);
  });

  it('twice of one warning', async () => {
    const { saying } = await judged(of('dialect.unordered-lists-turn'));
    expect(saying('failed', 'warning')).toEqual(['export.paging.unordered']);
  });

  it('of nulls that are served as empty text, where a column with some of them changes', async () => {
    const records = Array.from({ length: 14 }, (_, row) => ({
      id: row,
      price: row === 13 ? null : 100 + row,
      sku: ['a', 'b', '', null][row % 4] ?? null,
    }));
    const later = records.map((record) => ({ ...record, price: record.price && record.price - 1 }));
    const { saying } = await judged({
      records,
      later: { from: 109, records: later },
      dialect: { nulls: 'empty', isCompares: true },
    });
    expect(saying('failed')).toEqual([]);
  });

  it.each([1, 40])(
    'of members that are no columns, where no column of %i records has a value',
    async (length) => {
      const records = Array.from({ length }, () => ({ name: null }));
      const { saying } = await judged({
        ...of('dialect.members-beside-columns'),
        records,
        dialect: { nulls: 'missing' },
      });
      expect(saying('failed')).toEqual([]);
    },
  );

  it('of an encoding of arrays, where no list tells its values apart', async () => {
    const records = Array.from({ length: 6 }, (_, row) => ({
      'order by': row % 2 === 0 ? '' : 'a',
      sku: 5,
    }));
    const { saying } = await judged({
      records,
      dialect: { arrayEncodings: ['empty-brackets', 'comma'] },
    });
    expect(saying('failed')).toEqual([]);
  });

  it('of texts that a collation takes for one, of which a part of the data has some', async () => {
    const names = [
      'Lamp',
      'lamp',
      'Lamp ',
      'Strasse',
      'Stra\u00dfe',
      'STRASSE',
      'null',
      'NULL',
      '\u00e9tag\u00e8re',
      '\u00c9tag\u00e8re',
    ];
    const random = randomFrom(7);
    const records = Array.from({ length: 2119 }, (_, row) => ({
      category:
        row % 3 === 0 ? (names[Math.floor(random() * names.length)] ?? '') : `Oak ${row % 47}`,
      sku: (row * 37) % 2119,
    }));
    const server = of('dialect.mariadb-general-ci-with-blanks');
    const dialect = { ...server.dialect, maxLimit: 100, overLimit: 'refuse' as const };
    const { saying } = await judged({ ...server, records, dialect });
    expect(saying('failed')).toEqual([]);
  });

  it('of records that are twice in the data, where its pages are smaller than the data', async () => {
    const records = Array.from({ length: 251 }, (_, row) => ({ sku: (row * 37) % 248 }));
    const { saying, report } = await judged({ records, dialect: { maxLimit: 100 } });
    expect(saying('failed', 'warning', 'inconclusive')).toEqual([]);
    expect(report.clauses.find(({ id }) => id === 'EXP-FILT-1')?.verdict).toBe('passed');
  });

  it('of records without a key that change meanwhile, where its pages are smaller than the data', async () => {
    const records = Array.from({ length: 101 }, (_, row) => ({ price: (row * 37) % 90 }));
    const later = {
      from: 25,
      records: records.map(({ price }, row) => ({ price: row % 3 === 0 ? price + 1 : price })),
    };
    const { saying } = await judged(
      { records, later, dialect: { maxLimit: 100 } },
      { maxRequests: 145 },
    );
    expect(saying('failed', 'warning')).toEqual([]);
  });

  it('of a column that is all null, where only an empty value is null and what is not understood is ignored', async () => {
    const names = ['x', 'Toys', 'K\u00fcche', 'Bath & Bed'];
    const records = Array.from({ length: 6 }, (_, row) => ({ sku: null, name: names[row % 4] }));
    const ignoring = of('answers.unforeseen-is-ignored');
    const { saying } = await judged({ ...ignoring, records, dialect: { nullSpellings: [''] } });
    expect(saying('failed', 'inconclusive')).toEqual([]);
  });

  it('of groups that fold the case which = keeps, before LIKE is known to fold it', async () => {
    const texts = ['Lamp', 'lamp', 'LAMP', 'Sofa', 'sofa', 'Desk', 'Chair', 'chair'];
    const records = Array.from({ length: 1300 }, (_, row) => ({
      id: row + 1,
      sku: `${texts[row % 8]} ${row % 160}`,
    }));
    const { saying } = await judged(
      { ...of('dialect.like-citext'), records, dialect: { maxLimit: 100 } },
      { maxRequests: 145, seed: 4 },
    );
    expect(saying('failed')).toEqual([]);
  });

  it('of tokens that two deploys forget', async () => {
    const slow = {
      ...of('tokens.forgets-tokens-in-deploys'),
      rateLimit: { requests: 30, perMs: 60_000 },
    };
    expect((await judged(slow, only('templates'))).saying('failed')).toEqual([]);
  });

  it('of tokens that end while answers are slow', async () => {
    const slow = { ...of('tokens.short-lived'), latencyMs: 900 };
    const { saying } = await judged(slow, { ...only('templates'), maxRequests: 145 });
    expect(saying('failed', 'inconclusive')).toEqual([]);
  });

  it('of members that are no columns', async () => {
    const { saying, dialect } = await judged(of('dialect.members-beside-columns'));
    expect(saying('failed', 'warning', 'inconclusive')).toEqual([]);
    expect(dialect.membersBesideColumns).toBe('_written_at, _batch, _version');
  });

  it('of nulls that one negation lets in, but for the warning', async () => {
    const { saying } = await judged(of('dialect.not-equal-keeps-nulls'));
    expect(saying('failed', 'inconclusive')).toEqual([]);
    expect(saying('warning')).toEqual(['export.filter.null-left-out']);
  });

  it('of records without a value that are written as empty arrays', async () => {
    const records = Array.from({ length: 30 }, (_, row) =>
      row % 10 === 0 ? { name: null, price: null } : { name: `Chair ${row % 7}`, price: row },
    );
    const { saying } = await judged({ ...of('dialect.empty-records-are-lists'), records });
    expect(saying('failed', 'warning', 'inconclusive')).toEqual([]);
  });

  it('of a main destination without data', async () => {
    const { saying } = await judged({ records: [], dialect: { emptyResult: '404' } });
    expect(saying('failed', 'warning', 'inconclusive')).toEqual([]);
  });

  it.each([1, 2, 3])('of having %i records, for which the gate holds', async (length) => {
    const records = Array.from({ length }, (_, row) => ({ id: row, name: `Chair ${row}` }));
    const { gate, saying } = await judged({ records });
    expect(saying('failed', 'warning', 'inconclusive')).toEqual([]);
    expect(gate).toBe('holds');
  });

  it('of tokens that cannot be revoked', async () => {
    const { gate, saying } = await judged(of('tokens.not-revocable'), only('templates'));
    expect(saying('failed', 'warning', 'inconclusive')).toEqual([]);
    expect(gate).toBe('holds');
  });

  it('of refusing other schemes with 400', async () => {
    const { saying } = await judged(of('templates.other-schemes-are-400'), only('templates'));
    expect(saying('failed', 'warning', 'inconclusive')).toEqual([]);
  });

  it('of refusing lists of many values', async () => {
    expect(
      (await judged(of('dialect.lists-of-twenty'))).saying('failed', 'warning', 'inconclusive'),
    ).toEqual([]);
  });
});

it('names it where ILIKE folds the letters A to Z alone (EXP-FILT-5)', async () => {
  const { saying, dialect } = await judged(of('dialect.ilike-folds-ascii'));
  expect(saying('failed', 'warning', 'inconclusive')).toEqual([]);
  expect(dialect.ilikeBeyondAscii).toBe('distinguishes \u00fc from \u00dc');
  expect((await judged({})).dialect.ilikeBeyondAscii).toBe('without regard to case');
});

it('judges what rests on no data while the data changes, even where nothing is asked anew', async () => {
  const records = Array.from({ length: 200 }, (_, row) => ({
    id: row,
    name: `Chair ${row % 7}`,
    stock: row % 11,
  }));
  const later = records.map((record) => ({ ...record, stock: record.stock + 1 }));
  const { saying } = await judged(
    { records, later: { from: 30, records: later } },
    { maxRequests: 145, ...only('export') },
  );
  expect(saying('failed')).toEqual([]);
  const open = saying('inconclusive');
  const target = targetFrom({
    export: {
      baseUrl: 'http://export.test',
      siteId: 1,
      channelId: 2,
      destination: { id: 3, token: 'export-token-1' },
    },
  });
  const unprepared = new Set(
    exportSuite.checks.flatMap(({ id, needsFacts }) =>
      needsFacts?.(target) === false ? [id] : [],
    ),
  );
  expect(unprepared.size).toBeGreaterThan(20);
  expect(open.filter((id) => unprepared.has(id))).toEqual([]);
  expect(open).not.toContain('export.negotiation.plain');
});

it.each(process.env.ASSAY_NIGHTLY ? [1, 2, 3, 4] : [1])(
  'accuses none of the arbitrary servers of seed %i that conform',
  async (seed) => {
    expect((await judgeBatch(seed, 10, false)).accused).toEqual([]);
  },
);
