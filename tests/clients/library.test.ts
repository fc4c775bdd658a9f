import { describe, expect, it } from 'vitest';
import { ClientSession, judgeClient, NotImplemented } from '../../src/client.js';
import { PlainClient } from '../../src/clients/broken/plain-client.js';
import { clientConformance } from '../../src/vitest.js';

const wanted = ({ id }: { readonly id: string }): boolean => id.startsWith('clients.platform.last');

describe('assay/client', () => {
  it('judges a client of this process, by the gate of the command', async () => {
    const { report, gate } = await judgeClient((world) => new PlainClient(world).run(), { wanted });
    expect(gate.outcome).toBe('holds');
    expect(report.verdicts.passed).toBe(5);
    const crashed = await judgeClient(() => Promise.reject(new Error('no network')), { wanted });
    expect(crashed.gate.outcome).toBe('broken');
    expect(crashed.report.checks[0]?.actual).toContain('no network');
    const unable = await judgeClient(({ task }) => Promise.reject(new NotImplemented(task)), {
      wanted,
    });
    expect(unable.gate.outcome).toBe('unjudged');
  });

  it('judges a client that somebody else runs', async () => {
    const session = new ClientSession();
    const { environment } = await session.begin('clients.export.headers-legacy');
    const route = `${environment.EXPORT_BASE_URL}/${environment.EXPORT_SITE_ID}/${environment.EXPORT_CHANNEL_ID}`;
    await fetch(route, { headers: { 'X-EA-Auth-Token': environment.EXPORT_TOKEN ?? '' } });
    const verdict = await session.end('clients.export.headers-legacy');
    expect(verdict).toMatchObject({
      verdict: 'failed',
      expected: expect.stringContaining('X-Destination-Id'),
    });
    await session.close();
  });
});

clientConformance((world) => new PlainClient(world).run(), { wanted });
