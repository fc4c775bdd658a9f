/** Errors with the right status that have another text, title or path than the document says. */

import { isUnknown } from '../../../src/protocol/export/question.js';
import { documented, type ErrorName } from '../model/error-table.js';
import { plainText } from '../model/error-text.js';
import type { Exchange } from '../model/exchange.js';
import { mistakesIn } from '../model/mistakes.js';
import { type ExportReading, slug } from './reading.js';
import { ERRORS, errorFor, firstError, isJsonApi, NAMES } from './which-error.js';

/** The text of another error of the document. */
const texts: readonly ExportReading[] = NAMES.flatMap((name) =>
  NAMES.filter(
    (other) => other !== name && documented[other].status === documented[name].status,
  ).map((other) => ({
    id: `errors.${slug(name)}-has-text-of-${slug(other)}`,
    clause: ERRORS[name][0],
    sentence: `${ERRORS[name][1]} gets the text \`${documented[other].text}\` instead of \`${documented[name].text}\``,
    touches: () => true,
    response: (exchange) =>
      errorFor(exchange) === name ? hasTextOf(other, plainText(exchange.answer) ?? '') : undefined,
  })),
);

/** A longer text is not quoted: a secret in it would not be recognized after it was cut. */
const MOST_QUOTED = 80;

/** The part of the path that the error for an unknown route names instead of the whole path. */
const NAMED: readonly (readonly [words: string, partOf: (path: string) => string])[] = [
  ['the path in lower case', (path) => path.toLowerCase()],
  ['only the first segment of the path', (path) => `/${path.split('/')[1]}`],
  ['only the last segment of the path', (path) => `/${path.split('/').at(-1)}`],
  // Python removes line breaks from an address (WHATWG URL Standard, section 4.4).
  ['the path without its line breaks', (path) => path.replace(/%0[ad]/gi, '')],
  ['no path', () => ''],
];

const [BEFORE = '', AFTER = ''] = documented['unknown route'].text.split('{path}');

const namedPaths: readonly ExportReading[] = NAMED.map(([words, partOf]) => ({
  id: `errors.unknown-route-names.${slug(words)}`,
  clause: 'EXP-ERR-5',
  sentence: `the error for an unknown route names ${words}`,
  touches: () => true,
  response: (exchange) => {
    const { route } = exchange.question;
    const path = typeof route === 'object' && isUnknown(route) ? route.path : undefined;
    if (path === undefined || errorFor(exchange) !== 'unknown route') return undefined;
    const text = plainText(exchange.answer);
    const named = partOf(path);
    return named === path || text === undefined ? undefined : text === `${BEFORE}${named}${AFTER}`;
  },
}));

/** Ways in which all texts of errors may differ from those of the document. */
const CHANGED: readonly (readonly [
  words: string,
  isChanged: (got: string, right: string) => boolean,
])[] = [
  [
    'the texts of errors have capitals and small letters of their own',
    (got, right) => got !== right && got.toLowerCase() === right.toLowerCase(),
  ],
  ['the texts of errors end with a period', (got, right) => got === `${right}.`],
  ['the texts of errors end with an exclamation mark', (got, right) => got === `${right}!`],
  [
    'the texts of errors begin with `Error: `',
    (got, right) => /^error: /i.test(got) && got.slice('error: '.length) === right,
  ],
];

const changedTexts: readonly ExportReading[] = CHANGED.map(([sentence, isChanged]) => ({
  id: `errors.texts.${slug(sentence)}`,
  clause: 'EXP-ERR-4',
  also: ['EXP-ERR-1', 'EXP-ERR-2', 'EXP-ERR-3', 'EXP-ERR-5'],
  sentence,
  requires: 'they must be exactly those of the document',
  touches: () => true,
  response(exchange) {
    const name = errorFor(exchange);
    const { route } = exchange.question;
    if (name === undefined || exchange.answer.status !== documented[name].status) return undefined;
    const path = typeof route === 'object' && isUnknown(route) ? route.path : '';
    const right = documented[name].text.replace('{path}', () => path);
    return isChanged(plainText(exchange.answer) ?? '', right);
  },
}));

const titleIsDetail: ExportReading = {
  id: 'errors.title-is-detail',
  clause: 'EXP-ERR-4',
  also: ['EXP-ERR-3'],
  sentence: 'the `title` of errors repeats their `detail`',
  requires: 'it must be the title of the status, such as `Unauthorized`',
  touches: isJsonApi,
  response(exchange) {
    const { title, detail } = firstError(exchange.answer);
    return errorFor(exchange) === undefined || typeof title !== 'string'
      ? undefined
      : title === detail;
  },
};

/** The path is in the text, but not in double quotes, as the document writes it. */
const quotedPaths: readonly ExportReading[] = (
  [
    ['in single quotes', "'", "'"],
    ['in backticks', '`', '`'],
    ['without quotes', '', ''],
  ] as const
).map(([words, open, close]) => ({
  id: `errors.unknown-route-path.${slug(words)}`,
  clause: 'EXP-ERR-5',
  sentence: `the error for an unknown route names the path ${words}`,
  requires: 'the path must stand in double quotes',
  touches: () => true,
  response(exchange) {
    const { route } = exchange.question;
    const path = typeof route === 'object' && isUnknown(route) ? route.path : undefined;
    if (path === undefined || errorFor(exchange) !== 'unknown route') return undefined;
    const [before, after] = [BEFORE, AFTER].map((part) => part.replaceAll('"', ''));
    return plainText(exchange.answer) === `${before}${open}${path}${close}${after}`;
  },
}));

/** Texts and titles that the document does not have. */
function wordings(violated: readonly Exchange[]): readonly ExportReading[] {
  const known: readonly string[] = NAMES.map((name) => documented[name].text);
  const found = new Map<string, ExportReading>();
  for (const exchange of violated) {
    const name = errorFor(exchange);
    if (name === undefined || exchange.answer.status !== documented[name].status) continue;
    const { status, text, title } = documented[name];
    const got = plainText(exchange.answer) ?? '';
    const isQuoted = got !== '' && got.length <= MOST_QUOTED;
    if (isQuoted && name !== 'unknown route' && !known.includes(got))
      found.set(`${name} ${got}`, {
        id: `errors.${slug(name)}-has-text.${found.size}`,
        clause: 'EXP-ERR-4',
        sentence: `${ERRORS[name][1]} gets the text \`${got}\` instead of \`${text}\``,
        touches: () => true,
        response(other) {
          const isSame = plainText(other.answer) === got;
          if (errorFor(other) === name) return isSame;
          return isSame && name === 'no data' && mayBeWithoutRecords(other) ? true : undefined;
        },
      });
    const { title: shownTitle } = firstError(exchange.answer);
    if (typeof shownTitle === 'string' && shownTitle !== title && shownTitle.length <= MOST_QUOTED)
      found.set(`${status} ${shownTitle}`, {
        id: `errors.${status}-has-title.${found.size}`,
        clause: 'EXP-ERR-4',
        sentence: `an error with status ${status} has the title \`${shownTitle}\` instead of \`${title}\``,
        touches: isJsonApi,
        response: (other) => {
          const error = errorFor(other);
          return error !== undefined && documented[error].status === status
            ? firstError(other.answer).title === shownTitle
            : undefined;
        },
      });
  }
  return [...found.values()];
}

/** Whether the error for no data may come instead of a list without records (EXP-LIST-9). */
const mayBeWithoutRecords = ({ answer, target, question }: Exchange): boolean =>
  answer.status === documented['no data'].status && mistakesIn(target, question)?.length === 0;

/** Whether the text is that of the error. The text for an unknown route may name any path. */
function hasTextOf(name: ErrorName, text: string): boolean {
  const [before = '', after] = documented[name].text.split('{path}');
  if (after === undefined) return text === before;
  return text.startsWith(before) && text.endsWith(after);
}

export const errorTexts = (violated: readonly Exchange[]): readonly ExportReading[] => [
  ...texts,
  ...namedPaths,
  ...quotedPaths,
  ...changedTexts,
  titleIsDetail,
  ...wordings(violated),
];
