/** How Assay was called, and how its output should look. */

import path from 'node:path';
import { quoted } from '../http/shell.js';
import type { Environment } from '../settings/index.js';

/**
 * Returns the words that start Assay: `npx --no -- assay`, `assay`, or `node` with a script.
 * `script` is the file that Node runs.
 */
export function invocationOf(
  script: string | undefined,
  environment: Environment,
  cwd: string,
): string {
  if (script === undefined || environment.npm_command === 'exec') return 'npx --no -- assay';
  if (/\.[cm]?[jt]s$/.test(script)) return `node ${quoted(path.relative(cwd, script))}`;
  return script.includes(`${path.sep}node_modules${path.sep}`) ? 'npx --no -- assay' : 'assay';
}

/**
 * Returns the columns of the terminal, or undefined if the output is not a terminal. The variable
 * `COLUMNS` takes precedence. If the columns are unknown, the result is 80.
 */
export function widthOf(
  { isTTY, columns }: { readonly isTTY?: boolean; readonly columns?: number },
  { COLUMNS }: Environment,
): number | undefined {
  if (isTTY !== true) return undefined;
  return /^[1-9]\d{0,3}$/.test(COLUMNS ?? '') ? Number(COLUMNS) : columns || 80;
}

/**
 * Whether the output is coloured. The result is undefined if neither `--no-color` nor a variable
 * decides. `--no-color` takes precedence over `NO_COLOR`, and `NO_COLOR` over `FORCE_COLOR`.
 */
export function isColoured(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): boolean | undefined {
  if (argv.includes('--no-color') || environment.NO_COLOR) return false;
  const forced = environment.FORCE_COLOR;
  return forced === undefined ? undefined : forced !== '0' && forced !== 'false';
}
