import { it } from 'vitest';
import { sqlite } from './engines.js';
import { accusesNone } from './judge-engine.js';

it('accuses no server on SQLite without case', async () => {
  await accusesNone(await sqlite('NOCASE'), { maxRequests: 145 });
});
