/**
 * Variants of the export API: other responses that its specification (the document) also allows.
 */

import type { Change } from '../behaviour.js';
import { answersOf, inExport } from '../defects/change.js';
import { BadQuery, Rejected } from '../export/index.js';
import { answer, json } from '../wire/answer.js';
import { variants } from './variant.js';

/** Returns the given status instead of 400 for a query that the document does not specify. */
const badQueries = (status: number, title: string): Change =>
  inExport(({ problems }) => ({
    problems: { ...problems, badQuery: (text) => ({ ...problems.badQuery(text), status, title }) },
  }));

/** Does not refuse a query that the document does not specify, but ignores all its parameters. */
const lenient = inExport(({ readQuery }) => ({
  readQuery: (table, ask, rules) => {
    try {
      return readQuery(table, ask, rules);
    } catch (fault) {
      if (!(fault instanceof BadQuery)) throw fault;
      return readQuery(
        table,
        {
          ...ask,
          // The path of the legacy filtered route contains a filter, which is ignored, too.
          route: { kind: 'products', siteId: '', channelId: '', destinationId: '' },
          call: { ...ask.call, search: '' },
        },
        rules,
      );
    }
  },
}));

const unknownDestinationIs404 = inExport(({ isAuthorised, problems }) => ({
  isAuthorised: (token, destination, ask, all) => {
    if (destination === undefined) throw new Rejected(problems.noData());
    return isAuthorised(token, destination, ask, all);
  },
}));

/** Changes the path that the error for an unknown route contains. */
const changedPathInError = (change: (path: string) => string): Change =>
  inExport(({ problems }) => ({
    problems: { ...problems, noRoute: (path) => problems.noRoute(change(path)) },
  }));

const extraInErrors = inExport(() => ({
  problemBody: (problem, format) =>
    format === 'json'
      ? { [problem.key]: problem.detail, code: problem.status, trace: null }
      : {
          errors: [
            {
              id: 'e-1',
              status: problem.status,
              code: 'E',
              title: problem.title,
              detail: problem.detail,
              links: {},
            },
          ],
          jsonapi: { version: '1.1' },
        },
}));

/** Returns the given status for HEAD and OPTIONS. */
const headAndOptions = (status: number): Change =>
  answersOf('export', (given, call) =>
    call.method === 'HEAD' || call.method === 'OPTIONS'
      ? answer(status, { 'Content-Type': 'application/json' }, '{"error":"Not here"}')
      : given,
  );

export const ANSWERS = variants('answers', {
  'extra-members-in-errors': ['Errors have additional members.', { behaviour: extraInErrors }],
  'not-cacheable': [
    'Lists have `Cache-Control: no-store` and no `Vary`.',
    {
      behaviour: inExport(({ headers }) => ({
        headers: (format, ask) => ({
          'Content-Type': headers(format, ask)['Content-Type'] ?? '',
          'Cache-Control': 'no-store',
        }),
      })),
    },
  ],
  'head-and-options-405': ['HEAD and OPTIONS return 405.', { behaviour: headAndOptions(405) }],
  'head-and-options-404': ['HEAD and OPTIONS return 404.', { behaviour: headAndOptions(404) }],
  'head-and-options-200': ['HEAD and OPTIONS return 200.', { behaviour: headAndOptions(200) }],
  'unforeseen-is-422': [
    'Requests that the document does not specify return 422.',
    { behaviour: badQueries(422, 'Unprocessable Content') },
  ],
  'vary-more': [
    'The `Vary` of lists names `Accept` and further header fields.',
    {
      behaviour: inExport(({ headers }) => ({
        headers: (format, ask) => ({
          ...headers(format, ask),
          Vary: 'Origin, accept, Accept-Encoding',
        }),
      })),
    },
  ],
  'unforeseen-is-404': [
    'Requests that the document does not specify return 404.',
    { behaviour: badQueries(404, 'Not Found') },
  ],
  'unforeseen-is-ignored': [
    'A query that the document does not specify returns the first page of all records.',
    { behaviour: lenient },
    ['EXP-HARD-2'],
  ],
  'unknown-destination-is-404': [
    'A destination that does not exist returns 404.',
    { behaviour: unknownDestinationIs404 },
  ],
  'route-without-slash': [
    'The error text for an unknown route contains the path without its first slash.',
    { behaviour: changedPathInError((path) => path.replace(/^\//, '')) },
  ],
  'route-with-base-path': [
    'The error text for an unknown route contains the full path, including that of the base URL.',
    { behaviour: changedPathInError((path) => `/export-api${path}`) },
  ],
  'json-api-by-default': [
    'A request with `Accept: */*` returns JSON:API.',
    {
      behaviour: inExport(({ negotiate }) => ({
        negotiate: (accept, call) => (accept === '*/*' ? 'json-api' : negotiate(accept, call)),
      })),
    },
  ],
  'greeting-of-its-own': [
    'The welcome page at the base URL has another text.',
    {
      behaviour: inExport(() => ({
        welcome: () => answer(200, { 'Content-Type': 'text/html' }, 'Hello'),
      })),
    },
  ],
  'options-of-json': [
    'Errors for unsupported methods are JSON with undocumented members.',
    {
      behaviour: answersOf('export', (given) =>
        given.status === 405 ? json(405, { detail: 'no' }) : given,
      ),
    },
  ],
});
