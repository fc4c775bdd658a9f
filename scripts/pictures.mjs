#!/usr/bin/env node
// Makes the pictures of README.md from real runs: a conformance report with failures, and a load
// report. Needs Chromium.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { startReference } from '../dist/src/index.js';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(path.join(tmpdir(), 'assay-pictures-'));
const run = promisify(execFile);
/** Runs a command of Assay; that the gate breaks is what is shown. */
const assay = (...words) =>
  run(process.execPath, [path.join(root, 'dist/src/cli/main.js'), ...words], { cwd: folder }).catch(
    (error) => {
      if (error.code !== 1) throw error;
    },
  );

const server = await startReference({
  defects: ['export.filter.at-most-is-below', 'export.filter.equals-trims'],
});
writeFileSync(
  path.join(folder, 'target.json'),
  JSON.stringify({ ...server.target, name: 'staging' }),
);
await assay('run', '--target', 'target.json', '--out', 'run');
await server.close();
await assay('load', 'smoke', '--reference', '--out', 'load', '--quiet');

const browser = await chromium.launch({
  executablePath: ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: { width: 1100, height: 820 } });
for (const [file, picture] of [
  ['run/report.html', 'report.png'],
  ['load/load-report.html', 'load-report.png'],
]) {
  await page.goto(pathToFileURL(path.join(folder, file)).href);
  await page.screenshot({ path: path.join(root, 'examples', 'pictures', picture) });
}
await browser.close();
rmSync(folder, { recursive: true });
