import { expect, it } from 'vitest';
import {
  HARMLESS,
  judge,
  KINDS,
  PLACES,
  passedMust,
  replying,
  reported,
} from './hostile-target.js';

it.each(KINDS)(
  '%s in one place of an answer after the other are judged, break no report and pass nothing',
  async (_, words) => {
    const replies = Object.values(PLACES).map((reply) => replying(reply(words)));
    let turn = 0;
    const ledger = await judge((asked, to) => replies[turn++ % replies.length]?.(asked, to));
    expect(passedMust(reported(ledger), HARMLESS)).toEqual([]);
  },
);
