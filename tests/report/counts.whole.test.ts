import { expect, it } from 'vitest';
import { SEEN_IN_RUNS } from '../../bench/shown-in-traffic.js';
import { liveDefect } from '../../bench/traffic-trials.js';
import {
  countsInWords,
  countsOf,
  reporters,
  runReport,
  terminalReport,
} from '../../src/report/index.js';

/** The numbers of findings, failed checks and warnings that a text names. */
function countsIn(text: string): readonly (readonly [number, number, number])[] {
  const named = /(\d+) findings? \((?:(\d+) failed checks?)?(?:, )?(?:(\d+) warnings?)?\)/g;
  return [...text.matchAll(named)].map(([, ...numbers]) => {
    const [findings = 0, failed = 0, warnings = 0] = numbers.map(Number);
    return [findings, failed || 0, warnings || 0] as const;
  });
}

it('names the same numbers in every report of twenty runs', async () => {
  for (const id of SEEN_IN_RUNS.slice(0, 20)) {
    const { ledger } = await liveDefect(id, { maxRequests: 145 });
    const report = runReport(ledger);
    const { findings, failed, warnings } = countsOf(report);
    const wanted = [findings, failed, warnings] as const;
    const made = (name: string): string => {
      const { make } = reporters[name as keyof typeof reporters] ?? {};
      const [text = ''] = [make?.(report, ledger)].flat();
      return String(text);
    };
    const texts = {
      terminal: terminalReport(report, { colours: false }),
      markdown: made('markdown'),
      html: made('html'),
    };
    for (const [name, text] of Object.entries(texts)) {
      const named = countsIn(text.replaceAll('&nbsp;', ' '));
      expect([id, name, named.length > 0 || findings === 0]).toEqual([id, name, true]);
      for (const one of named) expect([id, name, one]).toEqual([id, name, wanted]);
    }
    // The machine-readable reports count checks.
    const junit = made('junit');
    expect([id, (junit.match(/<failure\b/g) ?? []).length]).toEqual([id, failed]);
    const ctrf = JSON.parse(made('ctrf'));
    expect([id, ctrf.results.summary.failed]).toEqual([id, failed]);
    expect(countsIn(countsInWords(report))[0]).toEqual(findings === 0 ? undefined : wanted);
  }
}, 300_000);
