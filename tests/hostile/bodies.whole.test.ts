import { expect, it } from 'vitest';
import { LARGE_BODIES, NO_RECORDS } from '../report/hostile-bodies.js';
import { judge, passedMust, replying, reported } from './hostile-target.js';

/** What any answer of status 200 keeps, and what forbids something that is not in it. */
const TAKES_ANYTHING = /^(EXP-ROOT-\d|HND-AUTH-[12])$/;

it.each(Object.entries(NO_RECORDS))('%s pass for no records', async (_, body) => {
  expect(passedMust(reported(await judge(replying({ body }))), TAKES_ANYTHING)).toEqual([]);
});

/**
 * Runs over one body, with what an answer of it cost on the average: time of the processor,
 * whatever else it does.
 */
async function cost(body: string | Buffer) {
  const [begun, before] = [process.cpuUsage(), process.memoryUsage().rss];
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const ledger = await judge(replying({ body }));
  reported(ledger);
  clearInterval(watching);
  const answers = Math.max(1, ledger.exchanges.size);
  const { user, system } = process.cpuUsage(begun);
  return { msEach: (user + system) / 1000 / answers, megabytes: (most - before) / 1024 / 1024 };
}

it.each(Object.entries(LARGE_BODIES))(
  '%s cost no more than they weigh',
  async (_, make) => {
    const { msEach, megabytes } = await cost(make());
    expect(msEach).toBeLessThan(2000);
    expect(megabytes).toBeLessThan(900);
  },
  60_000,
);
