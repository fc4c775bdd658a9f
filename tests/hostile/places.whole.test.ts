import { describe, expect, it } from 'vitest';
import { terminalReport } from '../../src/report/index.js';
import {
  HARMLESS,
  judge,
  KINDS,
  PLACES,
  passedMust,
  type Reply,
  replying,
  reported,
} from './hostile-target.js';

/**
 * What a page or a token that is the same to every question holds by its looks; nothing that
 * forbids is among it.
 */
const LOOKS = /^(EXP-ROUTE-[12]|EXP-AUTH-5|EXP-NEG-[14]|EXP-LIST-[125]|ETM-AUTH-1)$/;

const SHAPED = new Set(['a value of a record', 'the name of a column', 'a token']);

/** Every kind of words in two places of its own, every place with a fifth of the kinds. */
const placesFor = (kind: string): readonly [string, Reply][] =>
  Object.entries(PLACES).filter(
    (_, place) => (place + KINDS.findIndex(([one]) => one === kind)) % 5 === 0,
  );

describe.each(KINDS)('a target that sends %s', (kind, words) => {
  it.each(placesFor(kind))(
    'as %s is judged, breaks no report and passes nothing',
    async (place, reply) => {
      const report = reported(await judge(replying(reply(words))));
      const passed = passedMust(report, HARMLESS).filter(
        (id) => !(SHAPED.has(place) && LOOKS.test(id)),
      );
      expect(passed).toEqual([]);
      expect(terminalReport(report, { colours: false })).not.toMatch(
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/,
      );
    },
  );
});
