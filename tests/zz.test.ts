import { it } from 'vitest';
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
import fc from 'fast-check';
import { writeFileSync, appendFileSync } from 'node:fs';
import { arbitraryTrial, wrongWords } from '../src/cli/selftest/honest.js';
it('x', async () => {
  const from = Number(process.env.FROM ?? 0), n = Number(process.env.N ?? 100);
  const samples = process.env.ONE ? JSON.parse(process.env.ONE.startsWith('/') ? require('fs').readFileSync(process.env.ONE,'utf8') : process.env.ONE) : fc.sample(arbitraryTrial, { numRuns: n, seed: from });
  const out = process.env.OUT ?? '/tmp/honest.txt';
  writeFileSync(out, '');
  const t0 = performance.now();
  for (const one of samples) {
    const t = performance.now();
    let wrong;
    try { wrong = await wrongWords(one); } catch (e) { appendFileSync(out, `THROWN ${(e as Error).stack}\n   ${JSON.stringify(one)}\n`); continue; }
    const ms = performance.now() - t;
    if (ms > 8000) appendFileSync(out, `SLOW ${ms} ${JSON.stringify(one)}\n`);
    if (wrong.length) appendFileSync(out, wrong.map(e => `${e.verdict} ${e.check} [${e.clauses}] ${e.reason ?? ''} | ${e.expected ?? ''} | ${e.actual ?? ''}`).join('\n') + `\n    ${JSON.stringify(one)}\n`);
  }
  console.log('total ms', performance.now() - t0);
}, 1e9);
