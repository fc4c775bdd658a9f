import { describe, expect, it } from 'vitest';
import { sampleEvents } from '../../../tests/report/sample-ledger.js';
import { foldLedger } from '../../ledger/index.js';
import { runReport } from '../index.js';
import { vendorHtml } from './html.js';
import { vendorMarkdown } from './markdown.js';

const events = sampleEvents().map((event) => {
  if (event.type === 'exchange' && event.answer !== undefined)
    return { ...event, answer: { ...event.answer, body: '{"error":"no"}' } };
  if (event.type !== 'header') return event;
  const clauses = event.clauses.map((clause) => ({
    ...clause,
    section: 'Endpoints, item 1',
    judging: 'By its type.',
  }));
  return { ...event, clauses };
});
const ledger = foldLedger(events);
const report = runReport(ledger);

describe.each([
  ['vendor.md', vendorMarkdown(report, ledger)],
  ['vendor.html', vendorHtml(report, ledger)],
])('%s', (_, text) => {
  it('contains for each finding the requirement, its section, the way of testing, the response and a command', () => {
    expect(text).toContain('text/html greeting');
    expect(text).toContain('Endpoints, item 1');
    expect(text).toContain('By its type.');
    expect(text).toContain('curl -sSi');
    expect(text).toMatch(/\{\n {2}(?:"|&quot;)error/);
  });

  it('leaves out passed checks, and contains ids only at its end', () => {
    expect(text).not.toContain('the welcome page answers 200');
    const [letter = '', end = ''] = text.replace(/<style>[^<]*<\/style>/, '').split('References');
    expect(letter).not.toMatch(/EXP-|export\.root|verdict|ledger|exchange/);
    expect(end).toContain('EXP-ROOT-2');
    expect(text).not.toMatch(/assay (?:token|run)|npx/);
  });
});

it('has no character references in Markdown', () => {
  expect(vendorMarkdown(report, ledger)).not.toMatch(/&#\d+;/);
});
