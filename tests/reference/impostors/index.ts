import { randomFrom } from '../../../src/random.js';
import { answersOf, jsonOf } from '../../../src/reference/defects/change.js';
import { isObject, metaOf } from '../../../src/reference/defects/export/body.js';
import { changes } from '../../../src/reference/variants/variant.js';
import { answer, json } from '../../../src/reference/wire/answer.js';
import { type Impostor, impostor, instead } from './impostor.js';
import { randomJson } from './random-json.js';

export type { Impostor } from './impostor.js';

const always = (status: number, body: unknown) => instead(() => () => json(status, body));

const doubled = (value: unknown): unknown => (typeof value === 'number' ? value * 2 : value);

export const IMPOSTORS: readonly Impostor[] = [
  impostor('empty-list', 'It answers 200 and an empty list to everything.', always(200, [])),
  impostor('empty-object', 'It answers 200 and an empty object to everything.', always(200, {})),
  impostor(
    'always-401',
    'It answers 401 to everything.',
    always(401, {
      error: 'Authentication token is required',
      message: 'Authorization is required',
    }),
  ),
  impostor(
    'always-403',
    'It answers 403 to everything.',
    always(403, {
      error: 'Token is not authorized for this destination',
      message: 'Authorization is required',
    }),
  ),
  impostor(
    'always-404',
    'It answers 404 to everything.',
    instead(() => () => answer(404, { 'Content-Type': 'text/html' }, '<h1>Not Found</h1>')),
  ),
  impostor(
    'echo',
    'It answers what it was sent.',
    instead(
      () =>
        async ({ method, path, search, headers, body }) =>
          json(200, { method, path, search, headers, body: (await body()).toString() }),
    ),
  ),
  impostor(
    'first-page',
    'It answers the first page of everything, whatever the query, to everybody.',
    (healthy) => ({
      ...healthy,
      export: {
        ...healthy.export,
        isWellFormed: () => true,
        isAuthorised: (_, destination) => destination !== undefined,
      },
      around: (handle) => (call) => handle({ ...call, search: '' }),
    }),
  ),
  impostor(
    'random-json',
    'It answers random JSON that fits the schemas.',
    instead(() => randomJson(7)),
  ),
  impostor('often-unavailable', 'It is correct, but three answers in ten are 503.', (healthy) => {
    const random = randomFrom(30);
    return {
      ...healthy,
      around: (handle) => (call) =>
        random() < 0.3 ? json(503, { error: 'Service unavailable' }) : handle(call),
    };
  }),
  impostor(
    'never-answers',
    'It takes requests and never answers.',
    instead(() => () => new Promise(() => undefined)),
  ),
  impostor(
    'lies-in-meta',
    'It is correct, but every number in `meta` is doubled.',
    changes(
      metaOf((meta) =>
        Object.fromEntries(Object.entries(meta).map(([name, value]) => [name, doubled(value)])),
      ),
      jsonOf('platform', (body) => {
        if (!isObject(body) || !isObject(body.meta) || !isObject(body.meta.cursor))
          return undefined;
        const cursor = Object.fromEntries(
          Object.entries(body.meta.cursor).map(([name, value]) => [name, doubled(value)]),
        );
        return { ...body, meta: { cursor } };
      }),
    ),
  ),
  impostor(
    'login-page',
    'It answers 200 and a login page to everything.',
    instead(
      () => () => answer(200, { 'Content-Type': 'text/html' }, '<html><form>Log in</form></html>'),
    ),
  ),
  impostor(
    'server-error',
    'It answers 500 to everything but the greeting.',
    answersOf('export', (given, { path }) =>
      path === '/' ? given : json(500, { error: 'Internal server error' }),
    ),
  ),
];
