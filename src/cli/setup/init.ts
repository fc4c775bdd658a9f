import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'dotenv';
import { membersOf } from '../../schema/json-value.js';
import { packageRoot } from '../../schema/validate.js';
import { readText, settings, targetFromEnvironment, UsageError } from '../../settings/index.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { makeFolder, writeWholeFile } from '../write-files.js';
import { ciFiles } from './ci-files.js';

export interface InitOptions {
  /** The CI system of the workflow: `github` or `gitlab`. */
  readonly ci?: string;
  /** A file such as `.env`. Its settings are written to the target file. */
  readonly from?: string;
}

/**
 * The command `assay init`: writes a target file. Without `from` it also writes a commented `.env`,
 * and with `ci` a workflow. Existing files are not changed, but `.gitignore` receives a line for
 * `.env`.
 */
export function initCommand({ ci, from }: InitOptions, io: Io): ExitCode {
  const workflow = ci === undefined ? undefined : ciFiles[ci];
  if (ci !== undefined && workflow === undefined)
    throw new UsageError(`--ci ${ci} is not known. Known: ${Object.keys(ciFiles).join(', ')}.`);
  const target = {
    $schema: schemaFrom(io.cwd),
    ...(ci === undefined || from !== undefined ? plainOrFrom(from, io) : fileForCi(io)),
  };
  const targetText = `${JSON.stringify(target, null, 2)}\n`;
  const files = {
    ...(from === undefined ? { '.env': environmentFile() } : {}),
    [TARGET]: targetText,
    ...(workflow === undefined
      ? {}
      : { [workflow.file]: workflow.text(variablesFor(targetText, io)) }),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(io.cwd, name);
    if (existsSync(file)) {
      io.err(`${name} already exists and was not changed.\n`);
      continue;
    }
    makeFolder(path.dirname(file), 'Run the command in another folder.');
    writeWholeFile(file, text);
    io.out(`${name}\n`);
  }
  ignoreSecrets(io);
  io.err(`${nextStep(from, ci)}. Next: assay doctor\n`);
  return EXIT.holds;
}

function nextStep(from: string | undefined, ci: string | undefined): string {
  if (from !== undefined)
    return 'Secrets stay in the environment or .env; the target file refers to them';
  return ci === undefined
    ? 'Fill in your settings in .env'
    : `Correct the addresses in ${TARGET}, remove the interfaces that you do not have, and set the secrets in .env and in the CI`;
}

/** The text of `.env.example`, and of the `.env` that `assay init` writes. */
export const environmentFile = (): string =>
  [
    '# Settings of the target that Assay tests. Uncomment the ones you have; checks that need other settings are skipped.',
    '# These settings are used if the target file defines no interface.',
    ...settings.flatMap(({ variable, about, example }) => [
      '',
      `# ${about}`,
      `# ${variable}=${example}`,
    ]),
    '',
  ].join('\n');

/** A target file without interfaces, so their base URLs are read from the environment. */
const plainFile = {
  name: 'staging',
  pace: '60/min',
  concurrency: 4,
  patience: '10s',
  allow: { destructive: false, unsafeMethods: false },
};

/** The path of the JSON Schema of target files, relative to `folder`. */
const schemaFrom = (folder: string): string => {
  const file = path
    .relative(folder, path.join(packageRoot, 'schemas/target.schema.json'))
    .replaceAll('\\', '/');
  return file.startsWith('.') ? file : `./${file}`;
};

/** Names of variables that may contain a secret. The URL of a proxy may contain a password. */
const HOLDS_SECRET = /TOKEN|SECRET|AUTH_VALUE|PASSPHRASE|PROXY/;

/**
 * Makes a target file from the env file `name`. The target file contains `${NAME}` instead of a
 * secret.
 */
function fileFrom(name: string, io: Io): object {
  const file = path.resolve(io.cwd, name);
  if (!existsSync(file))
    throw new UsageError(
      `--from ${name} does not exist. Name the .env file that has your settings.`,
    );
  const variables = parse(
    readText(file, `--from ${name}`, 'Name the .env file that has your settings.'),
  );
  const target = targetFromEnvironment(withoutSecrets(variables));
  if (target === undefined)
    throw new UsageError(
      `--from ${name} names no base URL, such as EXPORT_BASE_URL. Set the base URL of an interface there.`,
    );
  return { ...plainFile, ...target };
}

const TARGET = 'assay.target.json';

const plainOrFrom = (from: string | undefined, io: Io): object =>
  from === undefined ? plainFile : fileFrom(from, io);

/** The settings that every implementation of an interface has. */
const NEEDED =
  /^(?:EXPORT_(?:BASE_URL|SITE_ID|CHANNEL_ID|DESTINATION_ID|TOKEN)|(?:ETM_BASE|AUTH)_URL|ETM_CLIENT_(?:ID|SECRET)|PLATFORM_(?:BASE_URL|COLLECTIONS|AUTH_HEADER|AUTH_VALUE)|CDE_(?:BASE_URL|TOKEN))$/;

/**
 * A target file for a CI job, which starts the implementation itself, so that no pace is needed. It
 * has the settings of `.env`, or else all interfaces with examples.
 */
function fileForCi({ cwd }: Io): object {
  const file = path.join(cwd, '.env');
  const own = existsSync(file) ? parse(readText(file, '.env', 'Correct it.')) : {};
  const examples = settings.flatMap(({ variable, example }) =>
    NEEDED.test(variable) ? [[variable, example] as const] : [],
  );
  const target =
    targetFromEnvironment(withoutSecrets(own)) ??
    targetFromEnvironment(withoutSecrets(Object.fromEntries(examples)));
  return { name: 'ci', allow: plainFile.allow, ...membersOf(target) };
}

/** A secret is replaced by a reference to its variable. */
const withoutSecrets = (variables: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).map(([key, value]) => [
      key,
      value && HOLDS_SECRET.test(key) ? `\${${key}}` : value,
    ]),
  );

/**
 * The names of the variables that the workflow must set: those to which the target file refers. If
 * the target file has no interface, the variables of `.env` that have a value are added. Returns
 * undefined if no variable is found.
 */
function variablesFor(written: string, { cwd }: Io): readonly string[] | undefined {
  const existing = path.join(cwd, TARGET);
  const text = existsSync(existing) ? readText(existing, TARGET, 'Correct it.') : written;
  const referredTo = [...text.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g)].map(
    ([, name = '']) => name,
  );
  const env = path.join(cwd, '.env');
  const hasNoInterface = !/"(?:export|templates|platform|handover|interfaces)"\s*:/.test(text);
  const variables =
    hasNoInterface && existsSync(env)
      ? Object.entries(parse(readText(env, '.env', 'Correct it.')))
      : [];
  const set = variables.flatMap(([name, value]) => (value === '' ? [] : [name]));
  const names = [...new Set([...referredTo, ...set])];
  return names.length === 0 ? undefined : names;
}

function ignoreSecrets({ cwd, out }: Io): void {
  const file = path.join(cwd, '.gitignore');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (/^\/?\.env$/m.test(text)) return;
  appendFileSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}.env\n`);
  out('.gitignore\n');
}
