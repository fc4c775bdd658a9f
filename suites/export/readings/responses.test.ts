import { describe, expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import {
  DEFAULT_LIMIT,
  JSON_API,
  PLAIN,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import { KNOWN, listOf, RECORDS, responseTo, TARGET } from '../../../tests/export/exchange-of.js';
import type { Contradiction } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { readings } from './index.js';

const verdict = (sentence: string, exchange: Exchange) => {
  const reading = readings
    .all([exchange, FORBIDDEN], KNOWN)
    .find((one) => one.sentence === sentence);
  return reading === undefined ? 'no such reading' : readings.judge(exchange, KNOWN, [reading]);
};

const refused = (status: number, json: unknown, question: ProductsQuestion): Exchange =>
  responseTo(question, { status, body: json });

const TEXT = 'Authentication token is required';
const withoutToken: ProductsQuestion = { token: null, accept: PLAIN };
const FORBIDDEN = refused(403, { error: TEXT }, withoutToken);

it('predicts the status of an error', () => {
  const sentence = 'a request without token gets status 403 instead of 401';
  expect(verdict(sentence, refused(403, { error: TEXT }, withoutToken))).toBe('conforms');
  expect(verdict(sentence, refused(401, { error: TEXT }, withoutToken))).toBe('deviates');
});

it('names the character with which a malformed token is not refused as malformed', () => {
  const withCaret: ProductsQuestion = { token: 'valid^token', accept: PLAIN };
  const withDot: ProductsQuestion = { token: 'valid.token', accept: PLAIN };
  const taken = refused(403, { error: TEXT }, withCaret);
  const sentence = 'a token with `^` gets status 403 instead of 401';
  const [reading] = readings.all([taken], KNOWN).filter((one) => one.sentence === sentence);
  const verdicts = [taken, refused(401, { error: TEXT }, withCaret)].map(
    (exchange) => reading && readings.judge(exchange, KNOWN, [reading]),
  );
  expect(verdicts).toEqual(['conforms', 'deviates']);
  const other = refused(401, { error: TEXT }, withDot);
  expect(reading && readings.touches(reading, other, KNOWN)).toBe(false);
});

it('states that the format of a token is checked only at its beginning', () => {
  const far = `${'a'.repeat(70)}.`;
  const sentence =
    'the format of a token is checked only at its beginning: with other characters far behind it gets status 403 instead of 401';
  const given = (token: string, status: number) =>
    verdict(sentence, refused(status, { error: TEXT }, { token, accept: PLAIN }));
  expect(given(far, 403)).toBe('conforms');
  expect(given(far, 401)).toBe('deviates');
});

it('predicts another text or title of an error than the documented one', () => {
  const text = refused(401, { error: 'No token' }, withoutToken);
  const sentence = 'a request without token gets the text `No token` instead of `';
  const named = readings.all([text], KNOWN).find((one) => one.sentence.startsWith(sentence));
  expect(named && readings.judge(text, KNOWN, [named])).toBe('conforms');
  expect(named && readings.judge(refused(401, { error: TEXT }, withoutToken), KNOWN, [named])).toBe(
    'deviates',
  );
  const titled = refused(
    401,
    { errors: [{ status: 401, title: 'Unauthorised', detail: TEXT }] },
    { token: null },
  );
  expect(readings.all([titled], KNOWN).map((one) => one.sentence)).toContain(
    'an error with status 401 has the title `Unauthorised` instead of `Unauthorized`',
  );
});

it('predicts which of several lines of Accept is read', () => {
  const lines: ProductsQuestion = { accept: 'text/html', headers: [['Accept', JSON_API]] };
  const first = 'of several lines of `Accept`, the first one alone is read';
  const plain = responseTo(lines, { body: RECORDS });
  expect(verdict(first, plain)).toBe('conforms');
  expect(verdict(first, responseTo(lines, { body: { data: RECORDS, meta: {} } }))).toBe('deviates');
  expect(verdict('of several lines of `Accept`, the last one alone is read', plain)).toBe(
    'deviates',
  );
  // Within that line, the server may make another mistake.
  const contained =
    '`Accept` only needs to contain the media type of JSON:API, whatever its weight is';
  expect(verdict(contained, responseTo(lines, { body: { data: RECORDS, meta: {} } }))).toBe(
    'conforms',
  );
  expect(verdict(contained, plain)).not.toBe('conforms');
});

it('predicts the plain format for every value of Accept', () => {
  const sentence = 'the response is plain JSON whatever `Accept` says';
  const several: ProductsQuestion = { accept: `${JSON_API}, text/html` };
  expect(verdict(sentence, responseTo(several, { body: RECORDS }))).toBe('conforms');
  const list = { data: RECORDS, meta: { total: 5, limit: DEFAULT_LIMIT, offset: 0 } };
  expect(verdict(sentence, responseTo(several, { body: list }))).toBe('deviates');
});

it('predicts that a range in Accept gets the plain format', () => {
  const sentence = '`*/*` in `Accept` gets the plain format, although `q=0` refuses it';
  const refusing: ProductsQuestion = { accept: `${PLAIN};q=0, */*` };
  expect(verdict(sentence, responseTo(refusing, { body: RECORDS }))).toBe('conforms');
  expect(verdict(sentence, responseTo(refusing, { body: { data: RECORDS, meta: {} } }))).toBe(
    'deviates',
  );
  expect(verdict(sentence, responseTo({ accept: '*/*' }, { body: RECORDS }))).toBe('silent');
});

it('names the error of a framework by its members, and where it comes', () => {
  const foreign = refused(
    404,
    { detail: 'Not Found' },
    { route: { path: '/no/such/a%0Ab/path' }, accept: PLAIN },
  );
  const sentence =
    'the error for a path with a line break within it has detail instead of a documented member';
  expect(verdict(sentence, foreign)).toBe('conforms');
});

it.each([
  ['the error for an unknown route names the path in single quotes', "not found: '/Nowhere'"],
  ['the error for an unknown route names the path without quotes', 'not found: /Nowhere'],
  ['the texts of errors end with a period', 'not found: "/Nowhere".'],
  ['the texts of errors have capitals and small letters of their own', 'NOT found: "/Nowhere"'],
])('names how the text of an error differs: %s', (sentence, end) => {
  const question: ProductsQuestion = { route: { path: '/Nowhere' }, accept: PLAIN };
  const saying = (text: string) => refused(404, { error: `Requested route was ${text}` }, question);
  expect(verdict(sentence, saying(end))).toBe('conforms');
  expect(verdict(sentence, saying('not found: "/Nowhere"'))).toBe('deviates');
});

it('names a title that repeats the text', () => {
  const sentence = 'the `title` of errors repeats their `detail`';
  const titled = (title: string) =>
    refused(401, { errors: [{ status: 401, title, detail: TEXT }] }, { token: null });
  expect(verdict(sentence, titled(TEXT))).toBe('conforms');
  expect(verdict(sentence, titled('Unauthorized'))).toBe('deviates');
});

it('names what comes instead of a list of one record, or of none', () => {
  const one = '`data` is an object instead of a list if one record comes';
  const none = '`data` is null instead of an empty list';
  const meta = { total: 1, limit: DEFAULT_LIMIT, offset: 0 };
  const listed = (data: unknown) => responseTo({}, { body: { data, meta } });
  expect(verdict(one, listed(RECORDS[0]))).toBe('conforms');
  expect(verdict(one, listed([RECORDS[0]]))).toBe('deviates');
  expect(verdict(one, listed({ 1: RECORDS[0] }))).toBe('deviates');
  expect(verdict(none, listed(null))).toBe('conforms');
  expect(verdict(none, listed([]))).toBe('deviates');
});

it('names members that records lack in one format', () => {
  const sentence = 'records come without `price` in the plain format';
  const lacking = RECORDS.map(({ price: _, ...record }) => record);
  expect(verdict(sentence, listOf({ accept: PLAIN }, lacking))).toBe('conforms');
  expect(verdict(sentence, listOf({ accept: PLAIN }, RECORDS))).toBe('no such reading');
});

it.each([
  ['`meta.offset` is the number of the page', { offset: 1 }],
  ['`meta.limit` is the number of records that came', { limit: 3 }],
])('names another number in meta: %s', (sentence, meta) => {
  const question: ProductsQuestion = { limit: 2, offset: 2 };
  const records = RECORDS.slice(2, 5);
  const shown = sentence.includes('offset') ? records.slice(0, 2) : records;
  const page = (more: Readonly<Record<string, number>>) =>
    listOf({ ...question, limit: shown.length }, shown, { total: 5, ...more });
  const asked = sentence.includes('limit') ? { ...question, limit: 4 } : question;
  const exchange = listOf(asked, shown, { total: 5, ...meta });
  expect(verdict(sentence, exchange)).toBe('conforms');
  expect(verdict(sentence, page({ offset: 77, limit: 77 }))).toBe('deviates');
});

it('names products of a destination whose id is only read up to its digits', () => {
  const sentence =
    'the id of a destination is accepted if it begins with its number, whatever follows';
  const asking = (destinationId: string) =>
    responseTo({ route: 'legacy', destinationId, accept: PLAIN }, { body: RECORDS });
  expect(verdict(sentence, asking('3abc'))).toBe('conforms');
  expect(verdict(sentence, asking('3,4'))).toBe('conforms');
  const none = refused(
    401,
    { error: 'Invalid destination ID format' },
    { route: 'legacy', destinationId: '3abc', accept: PLAIN },
  );
  expect(verdict(sentence, none)).toBe('deviates');
});

it('names data that is looked for before the token is compared', () => {
  const sentence =
    'a destination without data gets status 404 before the token is compared: a wrong token gets it as well';
  const question: ProductsQuestion = {
    destination: { id: 5, token: 'empty-token' },
    token: 'another',
    accept: PLAIN,
  };
  expect(verdict(sentence, refused(404, { message: 'No exported data' }, question))).toBe(
    'conforms',
  );
  const forbidden = { error: 'Token is not authorized for this destination' };
  expect(verdict(sentence, refused(403, forbidden, question))).toBe('deviates');
});

it('predicts which part of the path the error for an unknown route names', () => {
  const question: ProductsQuestion = { route: { path: '/Nowhere/at/all' }, accept: PLAIN };
  const naming = (path: string) =>
    refused(404, { error: `Requested route was not found: "${path}"` }, question);
  const sentence = 'the error for an unknown route names only the first segment of the path';
  expect(verdict(sentence, naming('/Nowhere'))).toBe('conforms');
  expect(verdict(sentence, naming('/nowhere/at/all'))).toBe('deviates');
});

it('predicts which unknown routes get products', () => {
  const path = '/sites/1/channels/2/destinations/3/products';
  const words = 'a path that begins with that of the products, such as `/products-old`,';
  const sentence = `${words} gets products instead of status 404`;
  const at = (end: string) => ({ route: { path: `${path}${end}` }, accept: PLAIN });
  expect(verdict(sentence, listOf(at('-old'), RECORDS))).toBe('conforms');
  expect(verdict(sentence, refused(404, { error: TEXT }, at('-old')))).toBe('deviates');
  const [reading] = readings
    .all([listOf(at('-old'), RECORDS)], KNOWN)
    .filter((one) => one.sentence === sentence);
  const below = listOf(at('/11'), RECORDS);
  expect(reading && readings.touches(reading, below, KNOWN)).toBe(false);
});

it('predicts the form of an error', () => {
  const sentence = 'every error is under `message` instead of `error`';
  expect(verdict(sentence, refused(401, { message: TEXT }, withoutToken))).toBe('conforms');
  expect(verdict(sentence, refused(401, { error: TEXT }, withoutToken))).toBe('deviates');
});

it('predicts the text of another error, whatever path it names', () => {
  const sentence =
    'a destination without data gets the text `Requested route was not found: "{path}"` instead of `No exported data`';
  const toEmpty: ProductsQuestion = { destination: TARGET.emptyDestination, accept: PLAIN };
  const route = { error: 'Requested route was not found: "/a/b"' };
  expect(verdict(sentence, refused(404, route, toEmpty))).toBe('conforms');
  expect(verdict(sentence, refused(404, { message: 'Not found' }, toEmpty))).toBe('deviates');
});

it('does not take the right member of an error for a wrong one', () => {
  const sentences = readings.all([FORBIDDEN], KNOWN).map(({ sentence }) => sentence);
  expect(sentences).toContain(
    'the error for a destination without data is under `error` instead of `message`',
  );
  expect(sentences).not.toContain(
    'the error for an unknown route is under `error` instead of `message`',
  );
  expect(sentences).not.toContain('every error is under `error` instead of `message`');
});

it('says what the document requires, unless the sentence says it', () => {
  const list = responseTo({ accept: JSON_API }, { status: 200, body: {} });
  const requiresOf = (sentence: string) =>
    readings.all([FORBIDDEN, list], KNOWN).find((one) => one.sentence === sentence)?.requires;
  expect(requiresOf('every error has status 403')).toBe(
    'it must have the status that the document names for it, such as 401',
  );
  expect(requiresOf('`meta.total` is a text')).toContain('the integers `meta.total`');
  expect(requiresOf('every error is under `message` instead of `error`')).toBeUndefined();
});

it('says nothing of errors on the welcome page, which needs no token', () => {
  const [reading] = readings
    .all([FORBIDDEN], KNOWN)
    .filter(({ sentence }) => sentence === 'every error has status 403');
  const welcome = responseTo({ route: 'root', token: null }, { status: 200, body: {} });
  expect(reading && readings.touches(reading, welcome, KNOWN)).toBe(false);
});

it('predicts the types of `meta`', () => {
  const list = (total: unknown) =>
    responseTo(
      { accept: JSON_API },
      { status: 200, body: { data: RECORDS, meta: { total, limit: DEFAULT_LIMIT, offset: 0 } } },
    );
  expect(verdict('`meta.total` is a text', list('5'))).toBe('conforms');
  expect(verdict('`meta.total` is a text', list(5))).toBe('deviates');
  expect(verdict('lists have no `meta`', list(5))).toBe('deviates');
});

it('predicts the texts of the query in `meta`', () => {
  const sentence = '`meta.limit` and `meta.offset` are texts if they are sent';
  const given = (limit: unknown, offset: unknown) =>
    verdict(sentence, listOf({ limit: 2, offset: 1 }, RECORDS.slice(1, 3), { limit, offset }));
  expect(given('2', '1')).toBe('conforms');
  expect(given('2', 1)).toBe('deviates');
  const [reading] = readings
    .all([listOf({ limit: 2 }, [])], KNOWN)
    .filter((one) => one.sentence === sentence);
  const touches = (question: ProductsQuestion, limit: unknown) =>
    reading && readings.touches(reading, listOf(question, RECORDS, { limit }), KNOWN);
  expect(touches({}, '100')).toBe(false);
  expect(touches({ limit: 2 }, 100)).toBe(false);
});

it('predicts a constant in `meta` instead of the window', () => {
  const page = (offset: number) =>
    listOf({ offset: 2 }, RECORDS.slice(2), { total: RECORDS.length, offset });
  expect(verdict('`meta.offset` is always 0', page(0))).toBe('conforms');
  expect(verdict('`meta.offset` is always 0', page(2))).toBe('deviates');
});

it('states another window than requested only beside the right records', () => {
  const sentence =
    '`meta.limit` or `meta.offset` is another than requested, although the right records come';
  expect(verdict(sentence, listOf({}, RECORDS, { limit: 7 }))).toBe('conforms');
  expect(verdict(sentence, listOf({}, RECORDS.slice(1), { limit: 7 }))).toBe('deviates');
});

it('names a column that the plain format writes in another way', () => {
  const renamed = RECORDS.map(({ price, ...others }) => ({ ...others, Price: price }));
  const sentence = 'a column is `price` in the format JSON:API, and `Price` in the plain one';
  expect(verdict(sentence, listOf({ accept: PLAIN }, renamed))).toBe('conforms');
  expect(verdict(sentence, listOf({ accept: PLAIN }, RECORDS))).toBe('no such reading');
});

it('states that a member of `meta` is a list', () => {
  const question = { groupBy: 'color' };
  const sentence = '`meta.total` is a list together with `groupBy`';
  const total = [{ color: 'red', count: 2 }];
  expect(verdict(sentence, listOf(question, RECORDS, { total }))).toBe('conforms');
  expect(verdict(sentence, listOf(question, RECORDS))).toBe('deviates');
});

describe('a list states', () => {
  const among = (sentence: string, json: unknown, question: ProductsQuestion = {}) =>
    verdict(sentence, responseTo(question, { body: json }));
  const meta = { total: RECORDS.length, limit: DEFAULT_LIMIT, offset: 0 };
  const prices = (price: unknown) => RECORDS.map((record) => ({ ...record, price }));

  it('that a column has another type', () => {
    const sentence = '`price` is a text instead of a number';
    expect(among(sentence, { data: prices('9.50'), meta })).toBe('conforms');
    expect(among(sentence, { data: [...prices('9.50'), ...prices(9.5)], meta })).toBe('deviates');
    expect(among('`price` is a list instead of a number', { data: prices([9]), meta })).toBe(
      'conforms',
    );
  });

  it('that a page is never longer than a size', () => {
    const sentence = 'a page has at most 2 records';
    const page = { data: RECORDS.slice(0, 2), meta: { ...meta, limit: 3 } };
    const [reading] = readings
      .all([responseTo({ limit: 3 }, { body: page })], KNOWN)
      .filter(({ id }) => id === 'pages.at-most-2');
    const verdictOf = (length: number) =>
      reading &&
      readings.judge(
        responseTo({ limit: 3 }, { body: { ...page, data: RECORDS.slice(0, length) } }),
        KNOWN,
        [reading],
      );
    expect(reading?.sentence).toBe(sentence);
    expect([verdictOf(2), verdictOf(3)]).toEqual(['conforms', 'deviates']);
  });

  it('that pages are short, if none has as many records as `limit`', () => {
    const sentence =
      'pages have fewer records than `limit`, although more follow, as if `limit` counted the rows of a join';
    const question = { limit: 20 };
    const of = (length: number) => ({
      data: Array.from({ length }, (_, at) => ({ ...RECORDS[0], id: at })),
      meta: { ...meta, total: 50, limit: 20 },
    });
    expect(among(sentence, of(11), question)).toBe('conforms');
    expect(among(sentence, of(20), question)).toBe('deviates');
  });

  it('that each page has one record less than it must have', () => {
    const sentence = 'each page has one record less than `limit` and `meta.total` require';
    const of = (length: number) => ({
      data: RECORDS.slice(0, length),
      meta: { ...meta, total: 50, limit: 3 },
    });
    expect(among(sentence, of(2), { limit: 3 })).toBe('conforms');
    expect(among(sentence, of(3), { limit: 3 })).toBe('deviates');
    const refusal = responseTo({ limit: 3, offset: -1 }, { status: 400, body: {} });
    const reading = readings.all([refusal], KNOWN).find((one) => one.sentence === sentence);
    expect(reading && readings.touches(reading, refusal, KNOWN)).toBe(false);
  });

  it('that the total counts the records of the page', () => {
    const body = { data: RECORDS.slice(0, 2), meta: { ...meta, total: 2, limit: 2 } };
    const page = responseTo({ limit: 2 }, { body });
    const whole = responseTo({}, { body: { data: RECORDS, meta } });
    const [reading] = readings.all([page], KNOWN).filter(({ id }) => id === 'totals.of-the-page');
    expect(reading && readings.judge(page, KNOWN, [reading])).toBe('conforms');
    expect(reading && readings.touches(reading, whole, KNOWN)).toBe(false);
    // The right total is a part of the contradiction to the other page.
    const contradiction: Contradiction = {
      clause: 'EXP-LIST-7',
      expected: 'one total',
      actual: '2 and 5',
      answers: [whole.answer],
    };
    const known = { ...KNOWN, whole: { ...KNOWN.whole, contradiction } };
    expect(readings.judge(whole, known, [])).toBe('deviates');
    expect(reading && readings.judge(whole, known, [reading])).toBe('conforms');
  });

  it('that the default of `offset` is another', () => {
    const sentence = 'the default of `offset` is 1';
    const of = (offset: number) => ({ data: RECORDS, meta: { ...meta, offset } });
    expect(among(sentence, of(1))).toBe('conforms');
    expect(among(sentence, of(0))).toBe('no such reading');
    expect(among(sentence, of(1), { offset: 1 })).toBe('no such reading');
  });

  it('that JSON is sent in another charset', () => {
    const sentence = 'JSON is sent in the charset `utf-16le`';
    const sentIn = (charset: string) =>
      responseTo(
        {},
        { headers: [['Content-Type', `${JSON_API}; charset=${charset}`]], body: '{}' },
      );
    const [reading] = readings
      .all([sentIn('UTF-16LE')], KNOWN)
      .filter((one) => one.sentence === sentence);
    const verdicts = ['UTF-16LE', 'utf-8'].map(
      (charset) => reading && readings.judge(sentIn(charset), KNOWN, [reading]),
    );
    expect(verdicts).toEqual(['conforms', 'deviates']);
  });

  it('that it is an object with positions as keys', () => {
    const sentence = 'a later page of a plain list is an object with positions as keys';
    const later: ProductsQuestion = { accept: PLAIN, offset: 2 };
    expect(among(sentence, { 2: RECORDS[2], 3: RECORDS[3] }, later)).toBe('conforms');
    expect(among(sentence, RECORDS.slice(2, 4), later)).toBe('deviates');
  });

  it('that records come twice, and nothing if none does', () => {
    const sentence = 'some records come twice or more often';
    const [first] = RECORDS;
    expect(among(sentence, { data: [first, first], meta })).toBe('conforms');
    expect(among(sentence, { data: RECORDS, meta })).toBe('conforms');
  });
});

it('states that an error has another form in one of the formats', () => {
  const json = { Errors: [{ status: 401 }] };
  const wrong = refused(401, json, { token: null });
  const sentence =
    'a request without token has Errors instead of a documented member in the format JSON:API';
  expect(readings.all([wrong], KNOWN).map((one) => one.sentence)).toContain(
    `the error for ${sentence}`,
  );
  expect(verdict(`the error for ${sentence}`, wrong)).toBe('conforms');
});

it('predicts another text for no data also where a filter matches nothing', () => {
  const other = { error: 'Nothing here' };
  const empty = { destination: TARGET.emptyDestination, accept: PLAIN };
  const [reading] = readings
    .all([refused(404, other, empty)], KNOWN)
    .filter((one) => one.sentence.includes('gets the text `Nothing here` instead of'));
  const filter = { groups: [{ criteria: [{ column: 'id', operator: '=' as const, value: 99 }] }] };
  const verdictOf = (json: unknown) =>
    reading && readings.judge(refused(404, json, { filter, accept: PLAIN }), KNOWN, [reading]);
  expect(verdictOf(other)).toBe('conforms');
  expect(verdictOf({ error: 'Gone' })).toBe('deviates');
});

it('predicts a plain list of one record that is this record', () => {
  const sentence = 'a plain list of one record is this record';
  const [first, second] = RECORDS;
  const plain = (body: unknown) => verdict(sentence, responseTo({ accept: PLAIN }, { body }));
  expect(plain(first)).toBe('conforms');
  expect(plain([first])).toBe('deviates');
  const reading = readings
    .all([responseTo({ accept: PLAIN }, { body: first })], KNOWN)
    .find((one) => one.sentence === sentence);
  const several = responseTo({ accept: PLAIN }, { body: [first, second] });
  expect(reading && readings.touches(reading, several, KNOWN)).toBe(false);
});

it('predicts a list that is an object with positions as keys only together with filters', () => {
  const sentence = 'a plain list with filters is an object with positions as keys';
  const filtered: ProductsQuestion = { accept: PLAIN, filter: only(where('color', '=', 'red')) };
  expect(verdict(sentence, responseTo(filtered, { body: { 0: RECORDS[0] } }))).toBe('conforms');
  expect(verdict(sentence, responseTo(filtered, { body: [RECORDS[0]] }))).toBe('deviates');
});

it('names the media type of lists that are in the right format', () => {
  const headers = [['Content-Type', JSON_API]] as const;
  const typed = responseTo({ accept: PLAIN }, { body: RECORDS, headers });
  const right = responseTo({ accept: PLAIN }, { body: RECORDS });
  const sentence = `a plain list is sent as ${JSON_API}`;
  const [reading] = readings.all([typed], KNOWN).filter((one) => one.sentence === sentence);
  const verdicts = [typed, right].map(
    (exchange) => reading && readings.judge(exchange, KNOWN, [reading]),
  );
  expect(verdicts).toEqual(['conforms', 'deviates']);
  const envelope = responseTo(
    {},
    { body: { data: RECORDS, meta: {} }, headers: [['Content-Type', PLAIN]] },
  );
  const named = readings.all([envelope], KNOWN).map((one) => one.sentence);
  expect(named).toContain(`a list in the format JSON:API is sent as ${PLAIN}`);
});

it('names the media type of errors, and the status that they state', () => {
  const wrong = responseTo(
    { token: null },
    {
      status: 401,
      headers: [['Content-Type', 'text/html']],
      body: { errors: [{ status: 400, title: 'Unauthorized', detail: TEXT }] },
    },
  );
  const named = readings
    .all([wrong], KNOWN)
    .filter((one) => readings.judge(wrong, KNOWN, [one]) === 'conforms')
    .map((one) => one.sentence);
  expect(named).toContain('every error is sent as text/html');
  expect(named).toContain('every error has `status` 400 in its body');
});

it('predicts the welcome page at its path with a line break behind it', () => {
  const sentence = 'the path of the welcome page with a line break behind it gets this page';
  const question: ProductsQuestion = { route: { path: '/%0A' } };
  expect(verdict(sentence, responseTo(question, { body: '<h1>Welcome</h1>' }))).toBe('conforms');
  expect(verdict(sentence, responseTo(question, { status: 404, body: {} }))).toBe('deviates');
});

it('predicts an error that names the path without its line breaks', () => {
  const sentence = 'the error for an unknown route names the path without its line breaks';
  const question: ProductsQuestion = { route: { path: '/assay/a%0Ab' }, accept: PLAIN };
  const named = (path: string) =>
    refused(404, { error: `Requested route was not found: "${path}"` }, question);
  expect(verdict(sentence, named('/assay/ab'))).toBe('conforms');
  expect(verdict(sentence, named('/assay/a%0Ab'))).toBe('deviates');
});

it('predicts the status of unknown routes with an unusual part', () => {
  const sentence = 'an unknown route with `constructor` gets status 500 instead of 404';
  const question: ProductsQuestion = { route: { path: '/assay/constructor/x' }, accept: PLAIN };
  const failed = refused(500, { error: 'Oops' }, question);
  const [reading] = readings.all([failed], KNOWN).filter((one) => one.sentence === sentence);
  const verdicts = [failed, refused(404, { error: 'No' }, question)].map(
    (exchange) => reading && readings.judge(exchange, KNOWN, [reading]),
  );
  expect(verdicts).toEqual(['conforms', 'deviates']);
  const other: ProductsQuestion = { route: { path: '/assay/x' }, accept: PLAIN };
  expect(reading && readings.touches(reading, refused(404, {}, other), KNOWN)).toBe(false);
});
