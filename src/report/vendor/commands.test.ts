import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { commandsFor, meaningsOf } from './commands.js';

const URL = 'https://auth.test/token';
const call = (token: string): string =>
  `curl -sSi --globoff --path-as-is -H 'Authorization: Bearer '${token} -H 'User-Agent: assay/0.1.0' 'https://a.test/t'`;

it('leaves out options and header fields on which nothing depends, but no command', () => {
  expect(commandsFor([call('"${CDE_TOKEN}"')])).toEqual([
    `curl -i -H 'Authorization: Bearer '"\${CDE_TOKEN}" 'https://a.test/t'`,
  ]);
});

it('breaks a long command between its words only', () => {
  const value = `x -H 'y${'z'.repeat(100)}`;
  const [command = ''] = commandsFor([
    `curl -sSi -H 'X-Odd: ${value.replaceAll("'", "'\\''")}' 'https://a.test/'`,
  ]);
  expect(command).toContain(" \\\n  'https://a.test/'");
  const words = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${command}`]).toString();
  expect(words).toContain(`X-Odd: ${value}\n`);
});

it('requests a token with curl instead of Assay', () => {
  const [request = '', use] = commandsFor(
    [
      'ACCESS_TOKEN_3="$(npx --no -- assay token --target t.json --client other)"',
      call('"${ACCESS_TOKEN_3}"'),
    ],
    { tokenUrl: URL },
  );
  expect(request).toMatch(/^ACCESS_TOKEN_3="\$\(curl .*client_id="\$ETM_OTHER_CLIENT_ID".*sed/);
  expect(use).toContain('"${ACCESS_TOKEN_3}"');
  expect(meaningsOf([request, use ?? ''])).toEqual([
    '$ETM_OTHER_CLIENT_ID: the client_id of an integration of another organization',
    '$ETM_OTHER_CLIENT_SECRET: the client_secret of the other integration',
  ]);
});

it('requests a token as it was requested, with HTTP Basic and the id of another client', () => {
  const [escaped = '', request = ''] = commandsFor(
    [
      'ACCESS_TOKEN_3="$(npx --no -- assay token --basic --request naming-another-client)"',
      call('"${ACCESS_TOKEN_3}"'),
    ],
    { tokenUrl: URL },
  );
  expect(request).toContain(
    '-d grant_type=client_credentials -u "$(escaped "$ETM_CLIENT_ID"):$(escaped "$ETM_CLIENT_SECRET")" --data-urlencode client_id="$ETM_OTHER_CLIENT_ID"',
  );
  expect(request).not.toContain('client_secret');
  const secret = 'N0rth:s3cret%2B+& ü=/€~';
  const printed = execFileSync('bash', ['-c', `${escaped}\nescaped "$1"`, '-', secret]);
  expect(printed.toString().toUpperCase()).toBe(encodeURIComponent(secret).toUpperCase());
});

/** The token that the shell makes of `head.body.signature-of-a-token`. */
function altered(how: string): string | undefined {
  const [, command = ''] = commandsFor([call(`"$(npx --no -- assay token --tamper ${how})"`)], {
    tokenUrl: URL,
  });
  const printed = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${command}`], {
    env: { ...process.env, ACCESS_TOKEN: 'head.body.signature-of-a-token' },
  }).toString();
  return /^Authorization: Bearer (.*)$/m.exec(printed)?.[1];
}

it.each([
  ['no-signature', 'head.body.'],
  ['fourth-part', 'head.body.signature-of-a-token.x'],
  ['escaped-dots', 'head%2Ebody%2Esignature-of-a-token'],
  ['tampered-signature', 'head.body.Aignature-of-a-token'],
  ['tampered-end', 'head.body.signature-ofAa-token'],
  ['cut-signature', 'head.body.signatur'],
  ['signature-case', 'head.body.SIGNATURE-OF-A-TOKEN'],
  ['signature-with-tilde', 'head.body.signature-~of-a-token'],
  ['signature-with-tildes', 'head.body.signature-of-a-token~~~~'],
  ['signature-in-base64', 'head.body.signature+of+a+token'],
  ['alg-none', 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.body.'],
])('alters a token in the shell: %s', (how, token) => {
  expect(altered(how)).toBe(token);
});

it('names the token that the shell cannot make', () => {
  const commands = commandsFor([call('"$(npx --no -- assay token --tamper foreign-key)"')], {
    tokenUrl: URL,
  });
  expect(commands).toHaveLength(1);
  expect(meaningsOf(commands)).toEqual([
    '$TOKEN_FOREIGN_KEY: an access token, signed with another key, which its header contains',
  ]);
});

it('sends a call with the valid token first, and ends each response with a line break', () => {
  const commands = commandsFor([call("'no-token'")], {
    tokenUrl: URL,
    control: 'https://a.test/t',
  });
  expect(commands.slice(1)).toEqual([
    `curl -i -w '\\n' -H "Authorization: Bearer $ACCESS_TOKEN" 'https://a.test/t'`,
    `curl -i -w '\\n' -H 'Authorization: Bearer ''no-token' 'https://a.test/t'`,
  ]);
});
