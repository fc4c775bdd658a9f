import { describe, it } from 'vitest';
import { oauth4webapiClient } from '../../tests/clients/oauth4webapi-client.js';
import { tokenClient } from '../../tests/clients/token-client.js';
import { PlainClient } from './broken/plain-client.js';
import { inProcess, type World } from './in-process.js';
import { trialOf } from './trial.js';

class RenewsForEachCall extends PlainClient {
  protected override async afterRefusal(): Promise<Response> {
    this.held = await this.requestToken();
    return this.callTemplates(this.held.value);
  }
}

const good = [
  {
    name: 'the client from which the broken clients are made',
    client: (world: World) => new PlainClient(world).run(),
    prefixes: ['clients.'],
  },
  {
    name: 'a client that requests another token for each refused call (CLI-TOK-4)',
    client: (world: World) => new RenewsForEachCall(world).run(),
    prefixes: ['clients.token.'],
  },
  {
    name: "Assay's own token client",
    client: tokenClient,
    prefixes: ['clients.token.'],
  },
  { name: 'a client on oauth4webapi', client: oauth4webapiClient, prefixes: ['clients.token.'] },
] as const;

describe.concurrent('a good client', () => {
  for (const { name, client, prefixes } of good)
    it(`passes all scenarios: ${name}`, async ({ expect }) => {
      const verdicts = await trialOf(inProcess(client), prefixes);
      // Each verdict must be `passed`, or `observed` for behaviour that the specification leaves
      // open.
      const fine = new Set(['passed', 'observed']);
      const complaints = [...verdicts.values()].filter(({ verdict }) => !fine.has(verdict));
      const reasons = complaints.map(({ check, reason }) => `${check}: ${reason}`).join('\n');
      expect(
        complaints.map(({ check }) => check),
        reasons,
      ).toEqual([]);
      expect(verdicts.size).toBeGreaterThan(10);
      const passes = [...verdicts.values()].filter(({ verdict }) => verdict === 'passed');
      expect(passes.filter(({ witness }) => witness === undefined || witness === '')).toEqual([]);
    });

  it('skips the scenarios of a task that is not implemented, and names the task', async ({
    expect,
  }) => {
    const verdicts = await trialOf(inProcess(tokenClient), ['clients.export.headers-legacy']);
    expect([...verdicts.values()].map(({ verdict, cause }) => `${verdict} ${cause}`)).toEqual([
      'skipped configuration',
      'skipped configuration',
    ]);
    expect(verdicts.get('clients.export.headers-legacy')?.reason).toContain(
      'does not implement export-legacy',
    );
  });
});
