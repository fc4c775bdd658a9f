import { shortNames, tamperings, tokenFor } from '../../../suites/templates/token-command.js';
import { defined } from '../../defined.js';
import { CheckEnded, openSession, type Session } from '../../harness/index.js';
import { Lost } from '../../http/index.js';
import { listInWords } from '../../in-words.js';
import { optionOf, WRITINGS } from '../../protocol/templates/token-request.js';
import { loadTarget, missingSettings, type Target, UsageError } from '../../settings/index.js';
import { EXIT, type ExitCode, type Io } from '../io.js';

export interface TokenOptions {
  readonly target?: string;
  readonly envFile?: readonly string[];
  /** Accepts certificates without verification. */
  readonly insecure?: boolean;
  /** The interface for which a token is requested. Only `templates` has tokens. */
  readonly interface?: string;
  readonly basic?: boolean;
  /** `other` requests the token of the client of the second organization. */
  readonly client?: string;
  /** An unusual form of the token request, such as `naming-another-client`. */
  readonly request?: string;
  /** The name of a change that makes the token invalid. */
  readonly tamper?: string;
  /** The name of a secret in reports, without `${` and `}`. The secret is printed. */
  readonly secret?: string;
}

/**
 * The command `assay token`: prints a token and nothing else on stdout. The commands that reproduce
 * a finding call it.
 */
export async function tokenCommand(options: TokenOptions, io: Io): Promise<ExitCode> {
  const { tamper, client, basic = false, interface: name = 'templates' } = options;
  if (name !== 'templates')
    throw new UsageError(`--interface ${name} issues no tokens. Known: templates.`);
  const known = [...Object.keys(shortNames), ...tamperings];
  if (tamper !== undefined && !known.includes(tamper))
    throw new UsageError(`--tamper ${tamper} is not known. Known: ${known.join(', ')}.`);
  if (client !== undefined && client !== 'other')
    throw new UsageError(
      `--client ${client} is not known. Known: other, the client of the second organization.`,
    );
  const { request } = options;
  const writing = WRITINGS.find((one) => optionOf(one) === request);
  if (request !== undefined && writing === undefined)
    throw new UsageError(
      `--request ${request} is not known. Known: ${WRITINGS.map(optionOf).join(', ')}.`,
    );
  const { target: file, envFile = [], insecure } = options;
  const target = loadTarget({
    file,
    envFiles: envFile,
    environment: io.environment,
    cwd: io.cwd,
    insecure,
  });
  if (target === undefined)
    throw new UsageError('No target is configured: name one with --target FILE, or set AUTH_URL.');
  if (options.secret !== undefined) return printSecret(options.secret, target, io);
  const missing = missingSettings(target, [
    'templates.authUrl',
    client === 'other' ? 'templates.otherClient' : 'templates.client',
    ...(writing?.includes('another client') ? ['templates.otherClient' as const] : []),
  ]);
  if (missing.length > 0) throw new UsageError(`A token needs ${listInWords(missing)}.`);
  return printFrom(target, io, (session) => {
    const { context } = session.scope({ name: 'token', interface: name });
    return tokenFor(context, { basic, ...defined({ client, tamper, writing }) });
  });
}

/** Prints a secret of the settings. A secret that has to be requested is requested first. */
async function printSecret(name: string, target: Target, io: Io): Promise<ExitCode> {
  const secret = target.secrets.find((one) => one.name === name);
  if (secret === undefined)
    throw new UsageError(
      `--secret ${name} is not a secret of the target. Known: ${target.secrets.map((one) => one.name).join(', ')}.`,
    );
  if (!secret.isObtained) {
    io.out(`${secret.value}\n`);
    return EXIT.holds;
  }
  const credentials = target.credentials?.filter((one) => one.name === name);
  return printFrom({ ...target, ...defined({ credentials }) }, io, async ({ client }) => {
    // The value of such a secret in the settings is a placeholder for the obtained token.
    const tokens = await client.tokens();
    return tokens.get(secret.value) ?? '';
  });
}

async function printFrom(
  target: Target,
  io: Io,
  obtain: (session: Session) => Promise<string>,
): Promise<ExitCode> {
  const session = openSession(target, { clock: io.clock, signal: io.signal });
  try {
    io.out(`${await obtain(session)}\n`);
    return EXIT.holds;
  } catch (error) {
    const message = messageFor(error);
    if (message === undefined) throw error;
    io.err(`${session.redactor.text(message)}\n`);
    return EXIT.unjudged;
  } finally {
    await session.close();
  }
}

/** Says why there is no token. Returns undefined if the target did not cause the error. */
function messageFor(error: unknown): string | undefined {
  if (error instanceof Lost) return `There is no token: ${error.kind}: ${error.message}`;
  if (!(error instanceof CheckEnded) || error.finding.kind === 'passed') return undefined;
  return `There is no token: ${'reason' in error.finding ? error.finding.reason : error.message}`;
}
