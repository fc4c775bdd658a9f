import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settings, UsageError } from '../settings/index.js';
import { ciFiles } from './ci-files.js';
import { EXIT, type ExitCode, type Io } from './io.js';

/** What `assay init` is told. */
export interface InitOptions {
  /** Writes a workflow too: `github` or `gitlab`. */
  readonly ci?: string;
}

/**
 * `assay init`: a commented `.env` and a target file in the working directory, and a workflow where one is asked for; what
 * is there is left alone.
 */
export function initCommand({ ci }: InitOptions, io: Io): ExitCode {
  const workflow = ci === undefined ? undefined : ciFiles[ci];
  if (ci !== undefined && workflow === undefined)
    throw new UsageError(`--ci ${ci} is not known. Known: ${Object.keys(ciFiles).join(', ')}.`);
  const files = {
    '.env': environmentFile(),
    'assay.target.json': `${JSON.stringify(targetFile, null, 2)}\n`,
    ...(workflow === undefined ? {} : { [workflow.file]: workflow.text() }),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(io.cwd, name);
    if (existsSync(file)) {
      io.err(`${name} is there already and was left as it is.\n`);
      continue;
    }
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    io.out(`${name}\n`);
  }
  io.err(
    'Fill in the settings you have, keep .env out of version control, then: assay run --target assay.target.json\n',
  );
  return EXIT.holds;
}

/** Every setting, commented out, with what it is for: the text of `.env.example`. */
export const environmentFile = (): string =>
  [
    '# Settings of the target that Assay judges. Uncomment those you have; checks that need others are skipped and say so.',
    '# "assay run" judges what is named here, unless --target or assay.target.json names another target.',
    ...settings.flatMap(({ variable, about, example }) => ['', `# ${about}`, `# ${variable}=${example}`]),
    '',
  ].join('\n');

const targetFile = {
  name: 'staging',
  pace: '60/min',
  concurrency: 4,
  patience: '10s',
  allow: { destructive: false, unsafeMethods: false },
  export: {
    baseUrl: 'https://export.example.com',
    siteId: 123,
    channelId: 456,
    destination: { id: 789, token: '${EXPORT_TOKEN}' },
  },
};
