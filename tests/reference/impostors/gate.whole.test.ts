import { expect, it } from 'vitest';
import { judgeGate } from '../../../src/cli/reports/gate.js';
import { IMPOSTORS } from './index.js';
import { judgeAll } from './judge-all.js';

const hopeless = IMPOSTORS.filter(({ id }) => id !== 'never-answers' && id !== 'often-unavailable');
it.each(hopeless.map((impostor) => [impostor.id, impostor] as const))(
  '%s does not hold the gate',
  async (_, impostor) => {
    const running = await impostor.start();
    try {
      const report = await judgeAll({ ...running.target, timeout: '2s' }, 120);
      expect(report.verdicts.failed).toBeGreaterThan(0);
      expect(judgeGate(report).code).toBe(1);
    } finally {
      await running.close();
    }
  },
  60_000,
);

it('fails nothing of a conforming server that is often unavailable', async () => {
  const impostor = IMPOSTORS.find(({ id }) => id === 'often-unavailable');
  const running = await impostor?.start();
  expect(running).toBeDefined();
  if (running === undefined) return;
  try {
    expect((await judgeAll({ ...running.target, timeout: '2s' }, 150)).verdicts.failed).toBe(0);
  } finally {
    await running.close();
  }
}, 60_000);
