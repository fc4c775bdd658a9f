/** Shell commands and explanations of variables in the letter to the vendor. */

/** A command with more characters is left out, because a shortened command would not work. */
const MAX_LENGTH = 1500;
const MAX_COMMANDS = 3;

/** Explains the variables to the people who run the target. */
const MEANINGS: readonly (readonly [name: RegExp, meaning: string])[] = [
  [/^EXPORT_TOKEN$/, 'the authentication token of the destination in the address'],
  [/^EXPORT_OTHER_TOKEN$/, 'the authentication token of another destination'],
  [/^EXPORT_EMPTY_TOKEN$/, 'the authentication token of a destination without data'],
  [/^ETM_(OTHER_|UNSUPPORTED_)?CLIENT_ID$/, 'the client_id of an integration'],
  [/^ETM_(OTHER_|UNSUPPORTED_)?CLIENT_SECRET$/, 'the client_secret of an integration'],
  [/^PLATFORM_AUTH_VALUE/, 'the credentials for the platform API'],
  [/^CDE_TOKEN$/, 'a bearer token for the handover'],
  [/^ACCESS_TOKEN/, 'an access token that the token endpoint issued'],
  [/^CHANGED_TOKEN/, 'an access token, altered as the name of the variable says'],
  [/^ASSAY_/, 'a file or an address of the sender'],
];

/**
 * The reader has curl but not Assay. A variable replaces a call of Assay that alters a token. Other
 * commands that need Assay are left out.
 */
export function commandsFor(commands: readonly string[]): readonly string[] {
  return commands
    .filter((command) => !/^\w+="\$\(/.test(command))
    .map((command) =>
      command
        .replace(
          /"\$\(npx [^)]*--tamper ([\w-]+)[^)]*\)"/g,
          (_, how: string) => `"\${CHANGED_TOKEN_${how.toUpperCase().replaceAll('-', '_')}}"`,
        )
        .replace(/ --(?:cacert|cert|key|pass) "\$\{ASSAY_\w+\}"| -p -x "\$\{ASSAY_PROXY\}"/g, ''),
    )
    .filter((command) => command.length <= MAX_LENGTH && !/\bassay\b/.test(command))
    .slice(0, MAX_COMMANDS);
}

/** Returns a sentence about each variable in the commands that has a known meaning. */
export function meaningsOf(commands: readonly string[]): readonly string[] {
  const names = new Set(
    commands.flatMap((command) =>
      [...command.matchAll(/\$\{?([A-Z][A-Z0-9_]+)/g)].map(([, name = '']) => name),
    ),
  );
  return [...names].flatMap((name) => {
    const meaning = MEANINGS.find(([pattern]) => pattern.test(name))?.[1];
    return meaning === undefined ? [] : [`\${${name}} is ${meaning}.`];
  });
}
