import { describe, expect, it } from 'vitest';
import { sampleEvents } from '../../../tests/report/sample-ledger.js';
import { foldLedger } from '../../ledger/index.js';
import { runReport } from '../index.js';
import { vendorHtml } from './html.js';
import { mailText } from './mail-text.js';
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

describe('as Markdown', () => {
  const withSchema = foldLedger(
    events.map((event) => {
      if (event.type === 'header')
        return {
          ...event,
          clauses: event.clauses.map((clause) =>
            clause.id === 'EXP-ROOT-2' ? { ...clause, id: 'OWN-EXP-1' } : clause,
          ),
        };
      return event.type === 'verdict' && event.clauses.includes('EXP-ROOT-2')
        ? { ...event, clauses: ['OWN-EXP-1'] }
        : event;
    }),
  );

  it('has neither character references nor backslashes outside of commands', () => {
    const text = vendorMarkdown(report, ledger).replace(/^```[\s\S]*?^```$/gm, '');
    expect(text).not.toMatch(/&#\d+;|\\/);
  });

  it('says what a deviation means for clients, and what was not judged', () => {
    const text = vendorMarkdown(report, ledger);
    expect(text).toContain('- Impact: a probe that reads the welcome page');
    expect(text).toMatch(/## What was not judged\n\n\d+ of \d+ demands/);
  });

  it('lists deviations from an own schema separately', () => {
    const text = vendorMarkdown(runReport(withSchema), withSchema);
    const [document = '', own = ''] = text.split('## Deviations from our own schema');
    expect(document).not.toContain('it must be text/html');
    expect(own).toContain('it must be text/html');
    expect(own).toContain('and not from the document');
  });
});

it.each([
  ['token_endpoint at https://a.test', 'token_endpoint at `https://a.test`'],
  [
    'errors[0].status is "401"; it must be `null`',
    '`errors[0].status` is "401"; it must be `null`',
  ],
  ['note LIKE "A _x", and _y', 'note LIKE `"A _x"`, and `_y`'],
  ['a ` b, <b>c</b>', 'a `` ` `` b, `<b>c</b>`'],
  ['stock < 0 & more\n* x', 'stock < 0 & more `*` x'],
])('mail text of %s', (value, text) => {
  expect(mailText(value)).toBe(text);
});
