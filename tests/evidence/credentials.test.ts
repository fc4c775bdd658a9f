import { afterAll, beforeAll, expect, it } from 'vitest';
import { runSuites } from '../../src/harness/index.js';
import type { VerdictEvent } from '../../src/ledger/index.js';
import { startReference } from '../../src/reference/index.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';
import { targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';
import { openShell, type Shell } from './shell.js';

const clock = virtualClock();
let shell: Shell;
beforeAll(async () => {
  shell = await openShell(clock);
});
afterAll(() => shell.close());

/**
 * Forms of credentials; the client id of one interface may be a part of what another one is sent.
 */
const FORMS = [
  'integration:s3cret-of-it',
  'it\'s "quoted"',
  'pay$HOME`x`\\n',
  'two words and more',
  'Schlüssel-für-ß9',
];

async function commandsOf(form: string, name: string, id: string) {
  const value = name === 'platform' ? Buffer.from(form).toString('latin1') : form;
  const client = {
    id: 'integration',
    secret: form,
    organization: 'north',
    clientCredentials: true,
  };
  const server = await startReference({
    clock: clock.now,
    defects: [id],
    identity: { clients: [client] },
    platformHeaders: { 'X-Auth-Token': value },
  });
  const verdicts: VerdictEvent[] = [];
  await runSuites(suites, targetFrom({ ...server.target, timeout: '5s' }, 'reference'), {
    clock,
    wanted: (check) => check.interface === name,
    toolVersion: 'test',
    maxRequests: 120,
    record: (event) =>
      event.type === 'verdict' && event.verdict === 'failed' && void verdicts.push(event),
  });
  return {
    server,
    commands: verdicts.find(({ commands = [] }) => commands.length > 0)?.commands ?? [],
    form,
  };
}

it.each(
  FORMS.flatMap((form) => [
    [form, 'platform', 'platform.cursor-inclusive', '"success":true'],
    [form, 'templates', 'tokens.token-in-camel-case', '"accessToken"'],
  ]),
)(
  'a credential like %s pastes into commands of the %s interface',
  async (form = '', name = '', id = '', shown = '') => {
    const { server, commands } = await commandsOf(form, name, id);
    try {
      expect(commands.length).toBeGreaterThan(0);
      const environment = { ...server.environment(), PLATFORM_AUTH_VALUE: form };
      expect(commands.join('\n')).not.toMatch(/AUTH_VALUE_SECRET\}/);
      expect(await shell.paste(commands, environment)).toContain(shown);
    } finally {
      await server.close();
    }
  },
);
