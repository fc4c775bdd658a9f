import { expect, it } from 'vitest';
import type { Answer } from '../../src/http/answer.js';
import type { RawAnswer } from '../../src/http/transport.js';
import { DEFECTS, openReference } from '../../src/reference/index.js';
import { runReport } from '../../src/report/index.js';
import { vendorMarkdown } from '../../src/report/vendor/markdown.js';
import { judgedWith, OTHER } from './judged.js';

/** `ASSAY_NIGHTLY=1` takes all. */
const STEP = process.env.ASSAY_NIGHTLY === undefined ? 60 : 1;

/**
 * Some of every interface; which ones does not matter. Tokens are never the same twice: those of
 * templates are left out. Who folds case everywhere is taken at his word, and judged by it.
 */
const CHOSEN = DEFECTS.filter(
  ({ interface: name, clause }, turn) =>
    name !== 'templates' && clause !== 'EXP-FILT-4' && turn % STEP === 7 % STEP,
);

/** Whether the healthy server gives the same response. */
const isSame = ({ status, size, text, headers }: Answer, other: RawAnswer): boolean =>
  status === other.status &&
  size === other.body.length &&
  text === other.body.toString('utf8') &&
  fieldsOf(headers) === fieldsOf(other.headers);
const fieldsOf = (headers: readonly (readonly [string, string])[]): string =>
  headers
    .filter(([name]) => name.toLowerCase() !== 'date')
    .map((field) => field.join(': '))
    .sort()
    .join('\n');

it.each(CHOSEN.map(({ id, interface: name }) => [id, name]))(
  'shows answers that violate, of %s',
  async (id, name) => {
    const { ledger, inquiries } = await judgedWith(name, { defects: [id] });
    const healthy = openReference(OTHER);
    for (const { answers, complaints } of inquiries) {
      const wrong = new Set<number>();
      for (const answer of answers)
        if (!isSame(answer, await healthy.call(answer.request))) wrong.add(answer.exchange);
      // What facts were learned from may be wrong instead: it is named as the control.
      const shown = complaints.filter(({ exchanges, compared = [] }) =>
        [...exchanges, ...compared].some((number) => wrong.has(number)),
      );
      expect(shown.map(({ check }) => check)).toEqual(complaints.map(({ check }) => check));
    }
    expect(vendorMarkdown(runReport(ledger), ledger)).not.toMatch(
      /\bassay (?:token|run)\b|perhaps/i,
    );
  },
);
