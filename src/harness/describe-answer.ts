import type { Answer } from '../http/answer.js';
import { cut } from '../schema/cut.js';

/** Characters that an answer in a line is made from. */
const LOOKED_AT = 4000;

/** An answer in a line: `200 text/html "<html>…"`. */
export function describeAnswer(answer: Answer): string {
  const whole = answer.text;
  const text = `${cut(whole, LOOKED_AT).trim()}${whole.length > LOOKED_AT ? '…' : ''}`;
  const start = text.length > 160 ? `${text.slice(0, 157)}…` : text;
  return [String(answer.status), answer.mediaType, start === '' ? '(empty body)' : start]
    .filter((part) => part !== '')
    .join(' ');
}
