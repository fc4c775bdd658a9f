/** The command `assay serve`: runs the reference server. */

import { once } from 'node:events';
import path from 'node:path';
import { defined } from '../../defined.js';
import { openApiDocument } from '../../openapi/index.js';
import {
  DEFECTS,
  optionsFromDescription,
  type ReferenceOptions,
  startReference,
} from '../../reference/index.js';
import { messageOf } from '../../schema/json-value.js';
import { parsePace, readFixture, UsageError } from '../../settings/index.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { knownNames } from '../known-name.js';

export interface ServeOptions {
  readonly port?: number;
  readonly separatePorts?: boolean;
  readonly data?: string;
  readonly tokenLifetime?: number;
  readonly rateLimit?: string;
  readonly defect?: readonly string[];
  /** The JSON description of a conforming server, as `assay selftest --honest` prints it. */
  readonly honest?: string;
  readonly json?: boolean;
}

function honestOptions(text: string): ReferenceOptions {
  try {
    return optionsFromDescription(JSON.parse(text));
  } catch (error) {
    const problem = messageOf(error);
    throw new UsageError(
      `--honest must be a description that "assay selftest --honest" printed, but ${problem}.`,
    );
  }
}

function referenceOptions(options: ServeOptions, io: Io): ReferenceOptions {
  const { port, separatePorts, data, tokenLifetime, rateLimit, defect, honest } = options;
  const rate = rateLimit === undefined ? undefined : parsePace(rateLimit);
  if (rateLimit !== undefined && rate === undefined)
    throw new UsageError(`--rate-limit must be a rate such as 60/min, but is "${rateLimit}".`);
  const all = DEFECTS.map(({ id }) => id);
  const defects = defect?.flatMap((id) => knownNames('defect', id, all));
  const described = honest === undefined ? {} : honestOptions(honest);
  const records = data === undefined ? undefined : readFixture(path.resolve(io.cwd, data));
  return {
    openApi: openApiDocument,
    ...described,
    ...defined({ port, separatePorts, records, tokenLifetime, rateLimit: rate, defects }),
  };
}

const asLines = (environment: Readonly<Record<string, string>>): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/**
 * Runs the server until Ctrl-C. Prints its base URLs and credentials on stdout: lines `NAME=value`,
 * or the content of a target file if `json` is set.
 */
export async function serveCommand(options: ServeOptions, io: Io): Promise<ExitCode> {
  const reference = await startReference(referenceOptions(options, io));
  try {
    if (options.json) io.out(`${JSON.stringify(reference.target, null, 2)}\n`);
    else io.out(asLines(reference.environment()));
    const description = new URL('/openapi.json', reference.baseUrls.export);
    io.err(`Reference server running, described at ${description}. Press Ctrl-C to stop it.\n`);
    if (!io.signal.aborted) await once(io.signal, 'abort');
  } finally {
    await reference.close();
  }
  return EXIT.holds;
}
