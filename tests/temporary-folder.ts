import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Gives all tests of a command one temporary folder, which is removed after the last: a test may
 * leave its files there. Workers and child processes inherit it as `TMPDIR`, which `os.tmpdir()`
 * reads.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
