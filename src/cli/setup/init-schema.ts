import { existsSync } from 'node:fs';
import path from 'node:path';
import { suites } from '../../../suites/index.js';
import { itemKindsOf } from '../../../suites/own/index.js';
import { examineWithAnswers } from '../../harness/index.js';
import { inferSchema } from '../../schema/infer-schema.js';
import { configuredTarget } from '../configured-target.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { writeWholeFile } from '../write-files.js';

/**
 * `assay init --schema`: drafts a JSON Schema for each kind of item that the target returns.
 * Existing files are not changed. Returns exit code 3 if nothing was written.
 */
export async function initSchemas(io: Io): Promise<ExitCode> {
  // The settings are read as by `assay doctor`, because the same requests are sent.
  const target = configuredTarget(undefined, {}, io, 'doctor');
  const { obstacles, answers } = await examineWithAnswers(suites, target, {
    clock: io.clock,
    signal: io.signal,
  });
  for (const line of obstacles) io.err(`${line}\n`);
  let written = 0;
  for (const { interface: name, item, file, setting, itemsOf } of itemKindsOf(target)) {
    const items = answers(name).flatMap(itemsOf);
    if (items.length === 0) {
      io.err(
        `${setting}: no draft was written, because no response contains an item of this kind: ${item}.\n`,
      );
      continue;
    }
    if (existsSync(path.join(io.cwd, file))) {
      io.err(`${file} already exists and was not changed.\n`);
      continue;
    }
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: item,
      description: `A draft made from ${items.length} items. Correct it, and enter the path of this file as ${setting} in the target file.`,
      ...inferSchema(items),
    };
    writeWholeFile(path.join(io.cwd, file), `${JSON.stringify(schema, null, 2)}\n`);
    io.out(`${file}\n`);
    io.err(`Enter this path as ${setting} in the target file.\n`);
    written += 1;
  }
  return written > 0 ? EXIT.holds : EXIT.unjudged;
}
