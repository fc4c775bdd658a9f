import { expect, it } from 'vitest';
import { COMPARISONS } from './comparisons.js';

const accepts = (id: string, sent: string, right = 'Ab-1'): boolean | undefined =>
  COMPARISONS.find((one) => one.id === id)?.accepts(sent, right);

it.each([
  ['case', 'aB-1', 'aB-2'],
  ['more-after', 'Ab-1x', 'xAb-1'],
  ['more-before', 'xAb-1', 'Ab-1x'],
  ['more-before-in-long', `${'x'.repeat(255)}Ab-1`, 'xAb-1'],
  ['after-scheme', 'Bearer Ab-1', 'Bearer,Ab-1'],
  ['filled-beginning', 'Ab', ''],
  ['beginning', '', 'b'],
  ['without-last', 'Ab-2', 'Ab-'],
  ['without-first', 'xb-1', 'xb-2'],
  ['length', 'xxxx', 'xxxxx'],
  ['any-order', '1-bA', '1-bB'],
  ['like', 'A%', 'A.*'],
  ['line', 'Ab-1\nx', 'Ab-1x'],
  ['decoded', '%41b-1', 'Ab-1'],
  ['in-list', 'Ab-1,x', 'Ab-1x'],
  ['quotes', '"Ab-1"', 'Ab-1"'],
  ['parameter', 'Ab-1;x', 'Ab-1x'],
  ['empty', '', '0'],
  ['null', 'null', 'true'],
] as const)('a server that compares by %s accepts %j, and refuses %j', (id, accepted, refused) => {
  expect(accepts(id, accepted)).toBe(true);
  expect(accepts(id, refused)).toBe(false);
});

it('every comparison that is about the right text accepts it', () => {
  const others = [
    'not-case',
    'decoded',
    'like',
    'in-list',
    'quotes',
    'contains-in-long',
    'more-after-in-long',
    'more-before-in-long',
    'after-scheme',
  ];
  const constants = ['empty', '0', 'null', 'true', 'undefined'];
  const wrong = COMPARISONS.filter(
    ({ id, accepts: isAccepted }) =>
      !others.includes(id) && !constants.includes(id) && !isAccepted('Ab-1', 'Ab-1'),
  );
  expect(wrong).toEqual([]);
});
