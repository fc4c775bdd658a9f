/** Texts, counts and durations in the HTML report. */

import { type Html, html } from '../../page/index.js';
import { excerpt } from '../visible.js';

/**
 * Shortens text from outside to `length` characters, makes its invisible characters visible, and
 * escapes it for HTML.
 */
export const text = (value: string, length = 1000): Html => html`${excerpt(value, length)}`;

/** Text between backticks is set as code. */
export const sentence = (value: string): Html =>
  html`${excerpt(value, 1000)
    .split(/`([^`]*)`/)
    .map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;

/** Returns text such as `3 checks` or `1 check`. */
export const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Returns text such as `12.3 ms`, `4.5 s` or `120 s`. */
export const time = (ms: number): string =>
  ms < 1000 ? `${Number(ms.toPrecision(3))} ms` : `${(ms / 1000).toFixed(ms < 100_000 ? 1 : 0)} s`;
