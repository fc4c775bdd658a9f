import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'dotenv';
import { packageRoot } from '../../schema/validate.js';
import { isLoopback, settings, targetFromEnvironment, UsageError } from '../../settings/index.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { ciFiles } from './ci-files.js';

/** Options of `assay init`. */
export interface InitOptions {
  /** Writes a workflow too: `github` or `gitlab`. */
  readonly ci?: string;
  /** Writes the target file with the settings of this file. */
  readonly from?: string;
}

/**
 * `assay init`: a commented `.env` and a target file in the working directory, and a workflow on request; existing
 * files are not changed. `.env` is kept out of version control.
 */
export function initCommand({ ci, from }: InitOptions, io: Io): ExitCode {
  const workflow = ci === undefined ? undefined : ciFiles[ci];
  if (ci !== undefined && workflow === undefined)
    throw new UsageError(`--ci ${ci} is not known. Known: ${Object.keys(ciFiles).join(', ')}.`);
  const files = {
    ...(from === undefined ? { '.env': environmentFile() } : {}),
    'assay.target.json': `${JSON.stringify({ $schema: schemaFrom(io.cwd), ...(from === undefined ? plainFile : fileFrom(from, io)) }, null, 2)}\n`,
    ...(workflow === undefined ? {} : { [workflow.file]: workflow.text() }),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(io.cwd, name);
    if (existsSync(file)) {
      io.err(`${name} already exists and was not changed.\n`);
      continue;
    }
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    io.out(`${name}\n`);
  }
  ignoreSecrets(io);
  io.err(
    from === undefined
      ? 'Fill in the settings you have in .env, then: assay doctor\n'
      : 'Secrets stay in the environment or .env; the target file refers to them. Next: assay doctor\n',
  );
  return EXIT.holds;
}

/** Every setting, commented out, with what it is for: the text of `.env.example`. */
export const environmentFile = (): string =>
  [
    '# Settings of the target that Assay tests. Uncomment the ones you have; checks that need other settings are skipped.',
    '# Used for all interfaces if the target file defines none.',
    ...settings.flatMap(({ variable, about, example }) => ['', `# ${about}`, `# ${variable}=${example}`]),
    '',
  ].join('\n');

/** Defaults of a target file; which target, says the environment. */
const plainFile = {
  name: 'staging',
  pace: '60/min',
  concurrency: 4,
  patience: '10s',
  allow: { destructive: false, unsafeMethods: false },
};

/** The schema of this installation, in a clone of Assay as well as below node_modules. */
const schemaFrom = (folder: string): string => {
  const file = path.relative(folder, path.join(packageRoot, 'schemas/target.schema.json')).replaceAll('\\', '/');
  return file.startsWith('.') ? file : `./${file}`;
};

const HOLDS_SECRET = /TOKEN|SECRET|AUTH_VALUE|PASSPHRASE|PROXY/;

/** A target file with the settings of an env file; secrets stay there, and are referred to. */
function fileFrom(name: string, io: Io): object {
  const file = path.resolve(io.cwd, name);
  if (!existsSync(file))
    throw new UsageError(`--from ${name} does not exist. Name the .env file that has your settings.`);
  const held = parse(readFileSync(file));
  const shown = Object.entries(held).map(([key, value]) => [
    key,
    value && HOLDS_SECRET.test(key) ? `\${${key}}` : value,
  ]);
  const target = targetFromEnvironment(Object.fromEntries(shown));
  if (target === undefined)
    throw new UsageError(
      `--from ${name} names no base URL, such as EXPORT_BASE_URL. Set the base URL of an interface there.`,
    );
  const urls = Object.entries(held).flatMap(([key, value]) =>
    /_URL$/.test(key) && URL.canParse(value) ? [value] : [],
  );
  // A server of this machine needs no pace.
  const { pace, ...unhurried } = plainFile;
  return {
    ...(urls.every((url) => isLoopback(url)) ? unhurried : { ...unhurried, pace }),
    ...target,
  };
}

/** Adds `.env` to `.gitignore` where it is not there. */
function ignoreSecrets({ cwd, out }: Io): void {
  const file = path.join(cwd, '.gitignore');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (/^\/?\.env$/m.test(text)) return;
  appendFileSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}.env\n`);
  out('.gitignore\n');
}
