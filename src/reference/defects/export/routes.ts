/** Defects of the export API in its routes, its welcome page and the exported data. */

import { otherRecords } from '../../dataset/index.js';
import { route } from '../../export/routes.js';
import { answer } from '../../wire/answer.js';
import { header } from '../../wire/call.js';
import { answersOf, inExport } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import { data, isOn, problem } from './change.js';
import { presentedToken, WELL_FORMED_TOKEN } from './token.js';

const routes = defectsOf('export', 'export.routes');

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

/** Edits every text of the exported records. */
const onText = (edit: (text: string) => string) =>
  data((records) =>
    records.map((record) =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => [
          name,
          typeof value === 'string' ? edit(value) : value,
        ]),
      ),
    ),
  );

const isV2 = (path: string): boolean => path.startsWith('/sites/');

export const EXPORT_ROUTES: readonly Defect[] = [
  ...routes('EXP-ROOT-1', {
    'welcome-is-404': blatant(
      '`GET /` returns 404.',
      inExport(() => ({ welcome: () => answer(404, HTML, '<h1>Not found</h1>') })),
    ),
    'welcome-is-202': subtle(
      '`GET /` returns 202.',
      inExport(({ welcome }) => ({ welcome: (call) => ({ ...welcome(call), status: 202 }) })),
    ),
    'welcome-is-a-redirect': subtle(
      '`GET /` returns 302 to another page.',
      inExport(() => ({ welcome: () => answer(302, { ...HTML, Location: './welcome' }) })),
    ),
  }),
  ...routes('EXP-ROOT-2', {
    'welcome-is-plain-text': subtle(
      'The greeting is sent as text/plain.',
      inExport(({ welcome }) => ({
        welcome: (call) => ({ ...welcome(call), headers: { 'Content-Type': 'text/plain' } }),
      })),
    ),
    'welcome-is-empty': subtle(
      'The greeting is empty.',
      inExport(() => ({ welcome: () => answer(200, HTML) })),
    ),
    // Some frameworks return every page in the format that `Accept` names.
    'welcome-is-json-for-json': subtle(
      'With `Accept: application/json` the greeting is JSON.',
      inExport(({ welcome }) => ({
        welcome: (call) =>
          /json/.test(header(call, 'accept') ?? '')
            ? answer(200, { 'Content-Type': 'application/json' }, '{"message":"Welcome"}')
            : welcome(call),
      })),
    ),
    'welcome-is-json': blatant(
      'The greeting is JSON.',
      inExport(() => ({
        welcome: () => answer(200, { 'Content-Type': 'application/json' }, '{"message":"Welcome"}'),
      })),
    ),
  }),
  ...routes('EXP-ROOT-3', {
    'welcome-refuses-malformed-tokens': subtle(
      'A malformed token is refused on `GET /`.',
      inExport(({ welcome }) => ({
        welcome: (call) =>
          WELL_FORMED_TOKEN.test(presentedToken(call) ?? 'none')
            ? welcome(call)
            : answer(401, HTML, 'Unauthorized'),
      })),
    ),
    'welcome-needs-a-token': blatant(
      '`GET /` requires a token.',
      inExport(({ welcome }) => ({
        welcome: (call) =>
          presentedToken(call) === undefined ? answer(401, HTML, 'Unauthorized') : welcome(call),
      })),
    ),
    'welcome-greets-token-holders': subtle(
      '`GET /` returns another greeting if a token is sent.',
      inExport(({ welcome }) => ({
        welcome: (call) =>
          presentedToken(call) === undefined
            ? welcome(call)
            : answer(200, HTML, '<h1>Welcome back</h1>'),
      })),
    ),
  }),
  ...routes('EXP-ROUTE-1', {
    'products-are-206': subtle(
      'The v2 route returns 206.',
      answersOf('export', (given, { path }) =>
        given.status === 200 && isV2(path) ? { ...given, status: 206 } : given,
      ),
    ),
    'products-not-routed': blatant(
      'The v2 route does not exist.',
      inExport(({ route }) => ({
        route: (path, call) => (isV2(path) ? undefined : route(path, call)),
      })),
    ),
    'products-always-empty': blatant(
      'The v2 route returns 204 without a body.',
      answersOf('export', (given, { path }) =>
        given.status === 200 && isV2(path) ? { ...given, status: 204, body: '' } : given,
      ),
    ),
  }),
  ...routes('EXP-DATA-1', {
    'prices-rounded': subtle(
      'Prices are rounded to tenths.',
      data((records) =>
        records.map((record) =>
          typeof record.price === 'number'
            ? { ...record, price: Math.round(record.price * 10) / 10 }
            : record,
        ),
      ),
    ),
    'texts-trimmed': subtle(
      'Texts are returned without their leading and trailing spaces.',
      onText((text) => text.trim()),
    ),
    'non-ascii-lost': subtle(
      'Characters outside ASCII are served as `?`.',
      onText((text) => text.replace(/[^\x00-\x7f]/gu, '?')),
    ),
    'texts-cut-at-20': subtle(
      'Texts are cut at 20 characters.',
      onText((text) => text.slice(0, 20)),
    ),
    'html-escaped': subtle(
      'Texts are served with HTML entities.',
      onText((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    ),
    'records-without-price-missing': subtle(
      'Records without a price are not exported.',
      data((records) => records.filter(({ price }) => price !== null)),
    ),
    'negative-stock-as-zero': subtle(
      'A negative stock is served as 0.',
      data((records) =>
        records.map((record) =>
          typeof record.stock === 'number' && record.stock < 0 ? { ...record, stock: 0 } : record,
        ),
      ),
    ),
    'last-record-not-exported': subtle(
      'The last record is not exported.',
      data((records) => records.slice(0, -1)),
    ),
    'composed-texts': subtle(
      'Texts are returned in Unicode normalization form C.',
      onText((text) => text.normalize('NFC')),
    ),
  }),
  ...routes('EXP-ROUTE-2', {
    'legacy-lacks-the-last-record': subtle(
      'The legacy route does not return the last record.',
      data(
        (records) => (records.length > 1 ? records.slice(0, -1) : records),
        (ask) => isOn(ask, 'legacy'),
      ),
    ),
    'legacy-lacks-a-column': subtle(
      'The records of the legacy route lack the category.',
      data(
        (records) => records.map(({ category: _, ...record }) => record),
        (ask) => isOn(ask, 'legacy'),
      ),
    ),
    'legacy-serves-other-data': blatant(
      'The legacy route returns other records than the v2 route.',
      data(otherRecords, (ask) => isOn(ask, 'legacy')),
    ),
  }),
  ...routes('EXP-ROUTE-8', {
    'unknown-route-is-400': subtle(
      'An unknown route returns 400.',
      problem('noRoute', () => ({ status: 400, title: 'Bad Request' })),
    ),
    'unknown-route-is-an-empty-list': blatant(
      'An unknown route returns an empty list.',
      answersOf('export', (given, { path }) =>
        given.status === 404 && route(path) === undefined
          ? answer(200, { 'Content-Type': 'application/json' }, '[]')
          : given,
      ),
    ),
    // In JavaScript, a table of routes that is an object has inherited members.
    'constructor-is-500': subtle(
      'An unknown route with `constructor` returns 500.',
      answersOf('export', (given, { path }) =>
        given.status === 404 && path.split('/').includes('constructor')
          ? answer(500, { 'Content-Type': 'text/plain' }, 'Internal Server Error')
          : given,
      ),
    ),
    'destination-gives-its-products': subtle(
      'The path of a destination, without `/products`, returns its products.',
      inExport(({ route: find }) => ({
        route: (path, call) =>
          find(path, call) ??
          (/^(?:\/[^/]+){6}$/.test(path) ? find(`${path}/products`, call) : undefined),
      })),
    ),
    'host-in-the-path-is-cut-off': subtle(
      'A path that begins with two slashes is resolved like an address, so that its first part is a host.',
      inExport(({ route: find }) => ({
        route: (path, call) => find(path.replace(/^\/\/[^/]+/, ''), call),
      })),
    ),
    'unknown-route-is-the-welcome': subtle(
      'An unknown route returns the greeting of `GET /`.',
      inExport(({ route }) => ({
        route: (path, call) => route(path, call) ?? { kind: 'root' },
      })),
    ),
    'routes-in-any-case': subtle(
      'A path in capitals returns products.',
      inExport(({ route }) => ({
        route: (path, call) => route(path, call) ?? route(path.toLowerCase(), call),
      })),
    ),
    'anything-below-products': subtle(
      'Segments below the products path are ignored: `…/products/x` returns a list.',
      inExport(({ route }) => ({
        route: (path, call) => route(path.replace(/(\/products)\/.*$/, '$1'), call),
      })),
    ),
  }),
];
