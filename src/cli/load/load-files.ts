import path from 'node:path';
import { Redactor } from '../../http/index.js';
import { loadCtrf, loadJunit, loadMarkdown } from '../../load/index.js';
import { loadReportHtml } from '../../load/report/html/page.js';
import type { LoadReport } from '../../schema/types.js';
import type { Target } from '../../settings/index.js';
import { makeFolder, writeWholeFile } from '../write-files.js';

/**
 * Writes the five report files of a load run without secrets of the target, and returns their
 * folder.
 */
export async function writeLoadReport(
  report: LoadReport,
  secrets: Target['secrets'],
  out: string | undefined,
  cwd: string,
): Promise<string> {
  const name = report.target.name.replace(/[^\w.-]+/g, '-');
  const time = report.startedAt.replace(/[:.]/g, '-');
  const folder = path.resolve(cwd, out ?? path.join('reports', name, time));
  const redactor = new Redactor(secrets);
  // The base64 text of a histogram contains no secret, and a replacement would make it unreadable.
  const clean: LoadReport = JSON.parse(
    JSON.stringify(report, (key, value: unknown) =>
      typeof value === 'string' && key !== 'histogram' ? redactor.text(value) : value,
    ),
  );
  makeFolder(folder);
  writeWholeFile(path.join(folder, 'load-report.json'), `${JSON.stringify(clean)}\n`);
  writeWholeFile(path.join(folder, 'load-report.html'), await loadReportHtml(clean));
  writeWholeFile(path.join(folder, 'junit.xml'), loadJunit(clean));
  writeWholeFile(path.join(folder, 'ctrf.json'), loadCtrf(clean));
  writeWholeFile(path.join(folder, 'summary.md'), loadMarkdown(clean));
  return folder;
}
