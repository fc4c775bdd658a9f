import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { validate as validateCtrf } from 'ctrf';
import { describe, expect, it } from 'vitest';
import { harSchema } from '../../tests/report/har-schema.js';
import { HOSTILE_WORDS } from '../../tests/report/hostile-words.js';
import { junitFault } from '../../tests/report/junit-schema.js';
import { make, maker } from '../../tests/report/made-reports.js';
import { sampleEvents } from '../../tests/report/sample-ledger.js';
import { sarifSchema } from '../../tests/report/sarif-schema.js';
import { xmlFault } from '../../tests/report/well-formed-xml.js';
import { foldLedger, type VerdictEvent } from '../ledger/index.js';
import { checkSchema } from '../schema/validate.js';
import { printers, reporters, runReport, terminalReport } from './index.js';

const ajv = new Ajv();
formats.default(ajv, ['date-time']);
const validSarif = ajv.compile(sarifSchema);
const validHar = ajv.compile(harSchema);

/** Validates the format of each report. The result is empty or undefined if the report is valid. */
const FAULTS: Readonly<Record<string, (text: string) => unknown>> = {
  json: (text) =>
    'problems' in checkSchema('run-report', JSON.parse(text)) ? 'not a run report' : '',
  junit: (text) => xmlFault(text) ?? junitFault(text),
  badge: xmlFault,
  ctrf: (text) =>
    validateCtrf(JSON.parse(text))
      .errors?.map(({ message }) => message)
      .join(),
  sarif: (text) => (validSarif(JSON.parse(text)) ? '' : validSarif.errors),
  html: (text) =>
    /<(?!\/?(?:script|style)>)\/?(?:script|style|img|b|iframe)\b|<[^<>]*\son\w+=/i.exec(
      withoutOwnCode(text),
    )?.[0],
  har: (text) => (validHar(JSON.parse(text)) ? '' : validHar.errors),
  http: (text) =>
    text.split('\n').find((line) => /^###/.test(line) && !/^### \d+\. /.test(line)) ??
    (/\$\{[A-Z]/.test(text) ? 'a secret by no variable of this format' : ''),
  markdown: (text) =>
    /^\s*::/m.exec(text)?.[0] ??
    /<(?!\/?(?:details|summary|code)>)|^```|!\[|\]\(/m.exec(withoutCodeBlocks(text))?.[0],
  vendor: (text) =>
    /^\s*::/m.exec(text)?.[0] ??
    /<[a-z!/?]|^```|!\[|\]\(/im.exec(withoutCodeSpans(withoutCodeBlocks(text)))?.[0],
  'vendor-html': (text) =>
    /<(?!\/?(?:script|style)>)\/?(?:script|style|img|b|iframe)\b|<[^<>]*\son\w+=/i.exec(
      text.replace(/<style>[^<]*<\/style>/, '').replace('<script></script>\n</body>', ''),
    )?.[0],
  github: (text) =>
    text
      .split('\n')
      .find((line) => line !== '' && !/^::(?:error|warning|notice)(?: title=[^:,]*)?::/.test(line)),
};

/**
 * Removes the code blocks of Markdown. A block ends at the first fence that is at least as long as
 * the opening fence.
 */
function withoutCodeBlocks(text: string): string {
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

/** Removes code within a line. It ends at a run of backticks that is as long as the first. */
const withoutCodeSpans = (text: string): string =>
  text.replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');

/** Removes the script and the style of Assay itself from a page. */
const withoutOwnCode = (page: string): string =>
  page
    .replace(/<style>[^<]*<\/style>/, '')
    .replace(/<script>\n'use strict';[\s\S]*?<\/script>\n<\/body>/, '');

const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u;

describe('every report', () => {
  it('matches its format', () => {
    expect(Object.keys(FAULTS).sort()).toEqual(
      [...Object.keys(reporters), ...Object.keys(printers)].sort(),
    );
    for (const interrupted of [false, true]) {
      for (const [name, findFault] of Object.entries(FAULTS))
        expect([name, findFault(make(name, { interrupted })) || '']).toEqual([name, '']);
    }
  });

  for (const [kind, words] of Object.entries(HOSTILE_WORDS)) {
    it(`matches its format when a target sends ${kind}`, () => {
      const made = maker({ words });
      for (const [name, findFault] of Object.entries(FAULTS)) {
        const text = made(name);
        expect([name, findFault(text) || '']).toEqual([name, '']);
        // JSON escapes control characters itself. These two formats contain the unchanged data of
        // requests and responses.
        if (name === 'json' || name === 'har') continue;
        expect(INVISIBLE.test(text) ? name : '').toBe('');
        expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
      }
    });
  }

  it('shows both conformance and coverage', () => {
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

  it('reports the questions that a check left out, and nothing for other checks', () => {
    const change = (one: VerdictEvent): VerdictEvent =>
      one.check === 'export.root.status' ? { ...one, leftOut: 3 } : one;
    const { checks } = JSON.parse(make('json', { change })) as {
      readonly checks: readonly { leftOut?: number }[];
    };
    expect(checks.map(({ leftOut }) => leftOut).filter((rows) => rows !== undefined)).toEqual([3]);
    expect(make('html', { change }).match(/\d+ questions? not sent/g)).toEqual([
      '3 questions not sent',
    ]);
    expect(make('html')).not.toContain('not sent');
  });
});
