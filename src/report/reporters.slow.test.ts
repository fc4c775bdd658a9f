import { stripVTControlCharacters } from 'node:util';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { validate as validateCtrf } from 'ctrf';
import { describe, expect, it } from 'vitest';
import { HOSTILE_WORDS } from '../../tests/report/hostile-words.js';
import { junitFault } from '../../tests/report/junit-schema.js';
import { sampleEvents } from '../../tests/report/sample-ledger.js';
import { sarifSchema } from '../../tests/report/sarif-schema.js';
import { xmlFault } from '../../tests/report/well-formed-xml.js';
import { foldLedger, type VerdictEvent } from '../ledger/index.js';
import { checkSchema } from '../schema/validate.js';
import { printers, reporters, runReport, terminalReport } from './index.js';

type Sample = Parameters<typeof sampleEvents>[0];

/** Every report of one sample, by name. */
function maker(sample: Sample = {}): (name: string) => string {
  const ledger = foldLedger(sampleEvents(sample));
  const report = runReport(ledger);
  return (name) => printers[name]?.(report) ?? reporters[name]?.make(report, ledger) ?? `no reporter ${name}`;
}

const make = (name: string, sample?: Sample): string => maker(sample)(name);

const ajv = new Ajv();
formats.default(ajv, ['date-time']);
const validSarif = ajv.compile(sarifSchema);

/** What each report must be, whatever is in it: empty where it is so. */
const FAULTS: Readonly<Record<string, (text: string) => unknown>> = {
  json: (text) => ('problems' in checkSchema('run-report', JSON.parse(text)) ? 'not a run report' : ''),
  junit: (text) => xmlFault(text) ?? junitFault(text),
  badge: xmlFault,
  ctrf: (text) =>
    validateCtrf(JSON.parse(text))
      .errors?.map(({ message }) => message)
      .join(),
  sarif: (text) => (validSarif(JSON.parse(text)) ? '' : validSarif.errors),
  html: (text) =>
    /<(?!\/?(?:script|style)>)\/?(?:script|style|img|b|iframe)\b|<[^<>]*\son\w+=/i.exec(stripped(text))?.[0],
  markdown: (text) =>
    /^\s*::/m.exec(text)?.[0] ?? /<(?!\/?(?:details|summary|code)>)|^```|!\[|\]\(/m.exec(unfenced(text))?.[0],
  vendor: (text) => /^\s*::/m.exec(text)?.[0] ?? /<[a-z!/?]|^```|!\[|\]\(/im.exec(unfenced(text))?.[0],
  'vendor-html': (text) =>
    /<(?!\/?(?:script|style)>)\/?(?:script|style|img|b|iframe)\b|<[^<>]*\son\w+=/i.exec(
      text.replace(/<style>[^<]*<\/style>/, '').replace('<script></script>\n</body>', ''),
    )?.[0],
  github: (text) =>
    text.split('\n').find((line) => line !== '' && !/^::(?:error|warning|notice)(?: title=[^:,]*)?::/.test(line)),
};

/** Markdown without its blocks of code: each ends at the first line that is a fence as long as its first. */
function unfenced(text: string): string {
  let fence = '';
  return text
    .split('\n')
    .filter((line) => {
      const run = /^ {0,3}(`{3,})/.exec(line)?.[1] ?? '';
      if (fence === '' && run !== '') fence = run;
      else if (fence === '') return true;
      else if (run.length >= fence.length && line.trim() === run) fence = '';
      return false;
    })
    .join('\n');
}

/** The page without the one script and the one style that are ours. */
const stripped = (page: string): string =>
  page.replace(/<style>[^<]*<\/style>/, '').replace(/<script>\n'use strict';[\s\S]*?<\/script>\n<\/body>/, '');

const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u;

describe('every report', () => {
  it('is what its format asks for', () => {
    expect(Object.keys(FAULTS).sort()).toEqual([...Object.keys(reporters), ...Object.keys(printers)].sort());
    for (const interrupted of [false, true]) {
      for (const [name, fault] of Object.entries(FAULTS))
        expect([name, fault(make(name, { interrupted })) || '']).toEqual([name, '']);
    }
  });

  for (const [kind, words] of Object.entries(HOSTILE_WORDS)) {
    it(`stays what it is when a target sends ${kind}`, () => {
      const made = maker({ words });
      for (const [name, fault] of Object.entries(FAULTS)) {
        const text = made(name);
        expect([name, fault(text) || '']).toEqual([name, '']);
        if (name === 'json') continue;
        expect(unseen.test(text) ? name : '').toBe('');
        expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
      }
    });
  }

  it('shows both numbers, and never one of them alone', () => {
    const report = runReport(foldLedger(sampleEvents()));
    expect([report.conformance.ratio, report.coverage.ratio]).toEqual([0.5, 0.5]);
    for (const name of ['html', 'markdown', 'github', 'badge']) {
      const text = make(name);
      expect(text).toMatch(/conformance/i);
      expect(text).toMatch(/coverage/i);
      expect(text.match(/50 %/g)?.length).toBeGreaterThanOrEqual(2);
    }
    expect(terminalReport(report, { colours: false })).toContain('(50 %)');
  });

  it('says what a check left out, and nothing where it asked all', () => {
    const change = (one: VerdictEvent): VerdictEvent =>
      one.check === 'export.root.status' ? { ...one, leftOut: 3 } : one;
    const { checks } = JSON.parse(make('json', { change })) as { readonly checks: readonly { leftOut?: number }[] };
    expect(checks.map(({ leftOut }) => leftOut).filter((rows) => rows !== undefined)).toEqual([3]);
    expect(make('html', { change }).match(/\d+ questions? left out/g)).toEqual(['3 questions left out']);
    expect(make('html')).not.toContain('left out');
  });
});

describe('the terminal', () => {
  const down = (verdict: VerdictEvent): VerdictEvent => {
    const { witness: _, ...rest } = verdict;
    return { ...rest, verdict: 'inconclusive', reason: 'reset: nobody listens' };
  };
  const report = runReport(foldLedger(sampleEvents({ change: down })));

  it('tells once what several checks were answered, and how many they are', () => {
    const text = terminalReport(report, { colours: false });
    expect(text).toContain('4 checks inconclusive, such as export.root.status');
    expect(text.match(/nobody listens/g)?.length).toBeLessThan(6);
    expect(terminalReport(report, { colours: false, verbose: true })).not.toContain('4 checks');
  });

  it('folds what is longer than the terminal below itself, but no command', () => {
    const lines = terminalReport(runReport(foldLedger(sampleEvents())), { colours: true, width: 40 }).split('\n');
    const long = lines.filter((line) => stripVTControlCharacters(line).length > 40);
    expect(long.filter((line) => !/^ {6}(see it|again| {6}) /.test(line))).toEqual([]);
    expect(lines.some((line) => /^ {16}\S/.test(line))).toBe(true);
  });

  it('asks again as it was asked, and names the file to read', () => {
    const options = { colours: false, command: 'node main.js', file: 'reports/report.html' };
    const text = terminalReport(runReport(foldLedger(sampleEvents())), options);
    expect(text).toContain('again     node main.js run --check export.root.greeting');
    expect(text).toContain('\nReport       reports/report.html\n');
  });

  it('says numbers alone when it is to be quiet', () => {
    const text = terminalReport(report, { colours: false, quiet: true });
    expect(text).not.toContain('nobody listens');
    expect(text).toContain('Coverage');
  });
});

describe('CTRF', () => {
  it('lets neither a warning nor an observation nor a skip read as green', () => {
    const { results } = JSON.parse(make('ctrf'));
    expect(results.summary).toMatchObject({ tests: 6, passed: 1, failed: 1, skipped: 1, other: 3, pending: 0 });
    expect(results.tests.map((test: { rawStatus: string }) => test.rawStatus)).toContain('warning');
  });
});

describe('JUnit', () => {
  it('names the target and the interface, so that the files of a matrix do not collide', () => {
    const text = make('junit', { words: '2.0' });
    expect(text).toContain('<testsuite name="staging 2.0 export"');
    expect(text).toContain('classname="staging 2_0.export" name="export.root.greeting: ');
  });

  it('skips only what was not asked: an observation is no skip', () => {
    const text = make('junit');
    expect(text.match(/<skipped /g)).toHaveLength(1);
    expect(text).toContain('<system-out>observed: as seen: Welcome</system-out>');
    expect(text).toMatch(/name="staging Welcome export" tests="4" failures="1" errors="0" skipped="0"/);
  });

  it('gives its suites no more time than the run took', () => {
    const times = [...make('junit').matchAll(/<testsuite .* time="([\d.]+)"/g)].map(([, time]) => Number(time));
    expect(times.reduce((sum, time) => sum + time, 0)).toBeCloseTo(0.04, 2);
  });
});

describe('SARIF', () => {
  it('has a rule for each clause, and a result with its exchange for what failed or warned', () => {
    const [run] = JSON.parse(make('sarif')).runs;
    expect(run.tool.driver.rules.map((rule: { id: string }) => rule.id)).toContain('EXP-ROOT-2');
    expect(run.results).toHaveLength(2);
    const [failed] = run.results;
    expect(run.tool.driver.rules[failed.ruleIndex].id).toBe('EXP-ROOT-2');
    expect(failed).toMatchObject({ level: 'error', webResponse: { statusCode: 200 } });
    expect(run.invocations[0].toolExecutionNotifications).toHaveLength(1);
  });

  it('says a text once, and knows a complaint again in the next run', () => {
    const [first] = JSON.parse(make('sarif')).runs;
    const [second] = JSON.parse(make('sarif', { interrupted: true })).runs;
    const [other] = JSON.parse(make('sarif', { words: 'other' })).runs;
    const print = (run: typeof first): string => run.results[0].partialFingerprints.primaryLocationLineHash;
    expect(print(second)).toBe(print(first));
    expect(print(other)).not.toBe(print(first));
    const rule = first.tool.driver.rules[0];
    expect(rule.help.text).not.toContain(rule.shortDescription.text);
  });

  it('escapes braces and brackets, which mean something in its messages', () => {
    const [run] = JSON.parse(make('sarif', { words: '{0} [a](b)' })).runs;
    expect(run.results[0].message.text).toContain('{{0}} \\[a\\](b)');
  });
});

describe('the annotations for GitHub', () => {
  it('escape what the runner would take for a property or a line', () => {
    const lines = make('github', { words: 'a\n::error::b %' }).split('\n');
    expect(lines[0]).toBe(
      '::error title=failed%3A EXP-ROOT-2 export.root.greeting::the welcome page is a text/html greeting%0A' +
        'expected: media type text/html%0Agot: media type a%0A::error::b %25%0Aagain: npx assay run --check export.root.greeting --seed 1%0Acause: perhaps: The greeting is text/plain.',
    );
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(1);
  });
});
