/** Shell commands and explanations of variables in the letter to the vendor. */

import { tokenWord } from './token-words.js';

/** A command with more characters is left out, because a shortened command would not work. */
const MAX_LENGTH = 8000;

/** The maximum number of commands. The last remain, because the response belongs to the last. */
const MAX_COMMANDS = 12;

/** A longer command is broken into lines. */
const MAX_LINE = 100;

/** Explains the variables to the people who run the target. */
const MEANINGS: readonly (readonly [name: RegExp, meaning: string])[] = [
  [/^EXPORT_TOKEN$/, 'the authentication token of the destination in the address'],
  [/^EXPORT_OTHER_TOKEN$/, 'the authentication token of another destination'],
  [/^EXPORT_EMPTY_TOKEN$/, 'the authentication token of a destination without data'],
  [/^ETM_CLIENT_ID$/, 'the client_id of an integration'],
  [/^ETM_OTHER_CLIENT_ID$/, 'the client_id of an integration of another organization'],
  [
    /^ETM_UNSUPPORTED_CLIENT_ID$/,
    'the client_id of a client that may not use the client credentials grant',
  ],
  [/^ETM_CLIENT_SECRET$/, 'the client_secret of that integration'],
  [/^ETM_OTHER_CLIENT_SECRET$/, 'the client_secret of the other integration'],
  [/^ETM_UNSUPPORTED_CLIENT_SECRET$/, 'the client_secret of that client'],
  [/^PLATFORM_AUTH_VALUE/, 'the value of the header field that authenticates at the platform API'],
  [/^CDE_TOKEN$/, 'a bearer token for the handover'],
  [/^ACCESS_TOKEN/, 'an access token that the token endpoint issued'],
  [/^TOKEN_FOREIGN_KEY$/, 'an access token, signed with another key, which its header contains'],
  [/^TOKEN_UNKNOWN_KEY$/, 'an access token, signed with a key that is not published'],
  [/^TOKEN_PUBLIC_KEY$/, 'an access token, signed by HMAC with the public key as the secret'],
  [/^TOKEN_EMPTY_KEY$/, 'an access token, signed by HMAC with an empty key'],
  [/^TOKEN_KEY_NAME$/, 'an access token, signed by HMAC with the id of the key as the secret'],
  [
    /^TOKEN_TAMPERED_PAYLOAD$/,
    'an access token with another expiry in its payload, and the old signature',
  ],
  [/^TOKEN_EXPIRED$/, 'an access token that has expired'],
  [/^TOKEN_REVOKED$/, 'an access token that was revoked'],
  [/^TOKEN_/, 'an access token, altered as the name of the variable says'],
  [/^ASSAY_/, 'a file or an address of the sender'],
];

/**
 * Rewrites the commands for a reader who has curl but not Assay. Tokens are requested with curl,
 * and altered by the shell. If the shell cannot alter a token, a variable stands for it. Other
 * commands that need Assay are left out.
 */
export function commandsFor(
  commands: readonly string[],
  { tokenUrl, control }: CommandOptions = {},
): readonly string[] {
  const made = commands
    .flatMap((command) => withoutAssay(command, tokenUrl))
    .filter((command) => command.length <= MAX_LENGTH && !/\bassay (?:token|run)\b/.test(command))
    .slice(-MAX_COMMANDS);
  const compared = tokenUrl === undefined || control === undefined ? [] : [controlOf(control)];
  const all = [...compared, ...made];
  const request = tokenUrl === undefined ? undefined : tokenRequest('ACCESS_TOKEN', '', tokenUrl);
  const needed = request !== undefined && all.some(usesAccessToken) ? [request] : [];
  const escaping = all.some((command) => command.includes('$(escaped ')) ? [ESCAPED] : [];
  const calls = all.filter((command) => command.startsWith('curl ')).length;
  return [...escaping, ...needed, ...all].map((command) =>
    inLines(calls > 1 ? withNewline(command) : command),
  );
}

interface CommandOptions {
  /** The address of the token endpoint, if the target has one. */
  readonly tokenUrl?: string | undefined;
  /** The address of a call that must succeed with a valid token. It is sent first. */
  readonly control?: string | undefined;
}

/**
 * Returns a call with a valid token. If it is refused, too, the alteration is not the reason why
 * the target refuses the altered token.
 */
const controlOf = (url: string): string =>
  `curl -i -H "Authorization: Bearer $ACCESS_TOKEN" '${url.replaceAll("'", '%27')}'`;

/** Adds a line break to the output, so that the next response begins on a new line. */
const withNewline = (command: string): string => command.replace(/^curl -i\b/, "curl -i -w '\\n'");

/** Whether the command uses the variable `ACCESS_TOKEN`. */
const usesAccessToken = (command: string): boolean => /\$\{?ACCESS_TOKEN\b/.test(command);

/**
 * Replaces calls of Assay in a command, and removes options that only the sender needs. The result
 * is empty if the command cannot work without Assay.
 */
function withoutAssay(command: string, tokenUrl: string | undefined): readonly string[] {
  const [, name, options] = /^(\w+)="\$\(npx --no -- assay token(.*)\)"$/.exec(command) ?? [];
  if (name !== undefined)
    return tokenUrl === undefined || /--(?:secret|tamper)/.test(options ?? '')
      ? []
      : [tokenRequest(name, options ?? '', tokenUrl)];
  return [
    command
      .replace(/"\$\(npx [^)]*--tamper ([\w-]+)[^)]*\)"/g, (_, how: string) => tokenWord(how))
      .replace(/ --(?:cacert|cert|key|pass) "\$\{ASSAY_\w+\}"| -p -x "\$\{ASSAY_PROXY\}"/g, '')
      .replace(/ -H 'User-Agent:[^']*'/g, '')
      .replace(/^curl -sSi --globoff --path-as-is/, shortened(command)),
  ];
}

/** `--globoff` is needed only for brackets and braces, and `--path-as-is` for dots. */
const shortened = (command: string): string =>
  [
    'curl -i',
    ...(/[[\]{}]/.test(command.replace(/\$\{\w+\}/g, '')) ? ['--globoff'] : []),
    ...(/\/\.|%2e/i.test(command) ? ['--path-as-is'] : []),
  ].join(' ');

/** A shell function that escapes an id or a secret for HTTP Basic (RFC 6749 section 2.3.1). */
const ESCAPED = [
  'escaped() { local LC_ALL=C i c;',
  'for ((i = 0; i < ${#1}; i++)); do c="${1:i:1}"; case "$c" in [A-Za-z0-9._~-]) printf %s "$c";;',
  `*) printf %s "$c" | od -An -v -tx1 | tr -d '\\n' | sed 's/ /%/g';; esac; done; }`,
].join(' ');

/** Assigns an access token to a variable. */
function tokenRequest(name: string, options: string, tokenUrl: string): string {
  const [client, other] = options.includes('--client other')
    ? ['ETM_OTHER_CLIENT', 'ETM_CLIENT']
    : ['ETM_CLIENT', 'ETM_OTHER_CLIENT'];
  const credentials = options.includes('--basic')
    ? [
        `-u "$(escaped "$${client}_ID"):$(escaped "$${client}_SECRET")"`,
        ...(options.includes('--request naming-another-client')
          ? [`--data-urlencode client_id="$${other}_ID"`]
          : []),
      ]
    : [
        `--data-urlencode client_id="$${client}_ID"`,
        `--data-urlencode client_secret="$${client}_SECRET"`,
      ];
  return [
    `${name}="$(curl -sS -d grant_type=client_credentials`,
    ...credentials,
    `'${tokenUrl.replaceAll("'", '%27')}' | sed 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/')"`,
  ].join(' ');
}

/**
 * Breaks a command before its header fields and its address. A `'` within a quoted word is written
 * `'\''`, so a quote before a backslash does not begin a word.
 */
const inLines = (command: string): string =>
  command.startsWith('curl ') && command.length > MAX_LINE
    ? command.replace(/ (?=-H '(?!\\')|--data-\w+ '(?!\\')|'https?:\/\/)/g, ' \\\n  ')
    : command;

/** Returns a line for each variable in the commands that has a known meaning. */
export function meaningsOf(commands: readonly string[]): readonly string[] {
  const assigned = new Set(commands.flatMap((command) => /^(\w+)="/.exec(command)?.[1] ?? []));
  const names = new Set(
    commands.flatMap((command) =>
      [...command.matchAll(/\$\{?([A-Z][A-Z0-9_]+)/g)].map(([, name = '']) => name),
    ),
  );
  return [...names].flatMap((name) => {
    const meaning = MEANINGS.find(([pattern]) => pattern.test(name))?.[1];
    return meaning === undefined || assigned.has(name) ? [] : [`$${name}: ${meaning}`];
  });
}
