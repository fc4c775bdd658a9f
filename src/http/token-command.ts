/** Runs a command that prints a token, and reads the token from its output. */

import { execFile } from 'node:child_process';
import { jsonValue, membersOf } from '../schema/json-value.js';
import { jwtPart } from './inspect-json.js';
import { Lost } from './lost.js';
import type { ObtainedToken } from './renewable-token.js';

/** The time limit. Without it, a command that waits for user input would never end. */
const LIMIT_MS = 30_000;

/**
 * Runs the command without a shell. If it fails, the promise rejects with a `Lost` that names the
 * setting, how the command ended, and the first line that the command wrote to stderr.
 */
export async function tokenOfCommand(
  command: readonly string[],
  setting: string,
): Promise<ObtainedToken> {
  const [program = '', ...words] = command;
  const output = await new Promise<string>((resolve, reject) => {
    const options = { timeout: LIMIT_MS, maxBuffer: 1024 * 1024, encoding: 'utf8' as const };
    execFile(program, words, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else
        reject(
          new Lost(
            'credential',
            `${setting}: the command ${program} ${endOf(error)}${firstLine(stderr)}`,
          ),
        );
    });
  });
  const obtained = readToken(output);
  if (obtained !== undefined) return obtained;
  throw new Lost(
    'credential',
    `${setting}: the command ${program} printed neither a token nor JSON with "token"`,
  );
}

interface Failure extends Error {
  readonly code?: string | number | null;
  readonly killed?: boolean;
  readonly signal?: string | null;
}

/** Returns the second half of a sentence that begins with the command. */
function endOf({ code, killed, signal }: Failure): string {
  if (code === 'ENOENT') return 'does not exist';
  if (killed) return `did not end within ${LIMIT_MS / 1000} s`;
  if (signal) return `was ended by ${signal}`;
  return typeof code === 'number' ? `ended with ${code}` : `could not be run (${code})`;
}

function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line === '' ? '' : `: ${line.slice(0, 200)}`;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads plain text, as `gh` writes it, or JSON, as plugins of `kubectl` (ExecCredential), `az` and
 * OAuth servers write it. If the output states no expiry and the token is a JWT, the expiry is the
 * `exp` of its claims. Returns undefined if the output contains no token.
 */
export function readToken(output: string): ObtainedToken | undefined {
  const text = output.trim();
  const value = text.startsWith('{') ? jsonValue(text) : undefined;
  if (typeof value === 'object' && value !== null) return fromJson(value as Members);
  return text === '' || /\s/.test(text) ? undefined : { token: text, expiresAt: endOfJwt(text) };
}

function fromJson(members: Members): ObtainedToken | undefined {
  const { status } = members as { readonly status?: unknown };
  const all = { ...members, ...(typeof status === 'object' ? status : {}) } as Members;
  const token = [all.token, all.access_token, all.accessToken].find(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  if (token === undefined) return undefined;
  const times = [
    all.expires_at,
    all.expiresAt,
    all.expirationTimestamp,
    all.expires_on,
    all.expiresOn,
  ];
  const [absolute] = times.flatMap((one) => timeOf(one) ?? []);
  const { expires_in: seconds } = all;
  const relative = typeof seconds === 'number' ? Date.now() + seconds * 1000 : undefined;
  return { token, expiresAt: absolute ?? relative ?? endOfJwt(token) };
}

/** Converts a date, or seconds since the epoch, to milliseconds since the epoch. */
function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value * 1000 : undefined;
  if (typeof value !== 'string') return undefined;
  const date = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value);
  return Number.isFinite(date) ? date : undefined;
}

/** Returns undefined if the token is not a JWT or has no `exp`. */
function endOfJwt(token: string): number | undefined {
  const [, claims = ''] = token.split('.', 2);
  const { exp } = membersOf(jwtPart(claims));
  return typeof exp === 'number' ? exp * 1000 : undefined;
}
