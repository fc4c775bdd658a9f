import path from 'node:path';
import { nearest } from '../schema/nearest.js';
import type { OAuthClient, TargetFile } from '../schema/types.js';
import { checkSchema, type SchemaProblem } from '../schema/validate.js';
import { connectionOf } from './connection.js';
import { type Environment, variableAt } from './environment.js';
import { readFixture } from './fixture.js';
import { refuseUnsendable } from './header-values.js';
import { isWeak, marked, type Secret, SHORTEST, secretsOf, settingThatShows } from './secrets.js';
import type { Client, Target } from './target.js';
import { type Pace, parseDuration, parsePace } from './units.js';
import { UsageError } from './usage-error.js';

interface Origin {
  readonly origin: Target['origin'];
  readonly file?: string;
  /** What relative paths are relative to. */
  readonly folder: string;
  /** How messages name the source of the settings. */
  readonly where: string;
  /** For `HTTPS_PROXY` and `NO_PROXY`. */
  readonly environment: Environment;
  readonly insecure?: boolean | undefined;
}

export function checkTarget(raw: unknown, from: Origin): Target {
  const { origin, folder, where } = from;
  const result = checkSchema('target', raw);
  if ('problems' in result) {
    const told = [...new Set(result.problems.map((problem) => remedy(problem, origin)))];
    throw new UsageError(told.length === 1 ? `${where}: ${told[0]}` : `${where}:\n  ${told.join('\n  ')}`);
  }
  const file = result.value;
  const { patience, timeout, allow, gate, export: products, templates, platform, handover, interfaces = {} } = file;
  const named = (place: string) => (origin === 'environment' ? (variableAt(place) ?? place) : place);
  const rate = (text: string | undefined, place: string) =>
    text === undefined ? undefined : readPace(text, `${where}: ${named(place)}`);
  const pace = rate(file.pace, 'pace');
  const maxRate = rate(allow?.load?.maxRate, 'allow.load.maxRate');
  const base = (url: string, place: string) => baseUrl(url, `${where}: ${named(place)}`);
  const { connection, secrets } = connectionOf(file, { ...from, named });
  const target: Target = {
    name:
      file.name ??
      hostOf(
        products?.baseUrl ??
          templates?.baseUrl ??
          templates?.authUrl ??
          platform?.baseUrl ??
          handover?.baseUrl ??
          Object.values(interfaces)[0]?.baseUrl,
      ),
    origin,
    ...optional('file', from.file),
    ...optional('pace', pace),
    ...optional('gate', gate),
    ...optional('connection', connection),
    concurrency: file.concurrency ?? 4,
    patienceMs: parseDuration(patience ?? '10s') ?? 10_000,
    timeoutMs: parseDuration(timeout ?? '10s') ?? 10_000,
    allow: {
      destructive: allow?.destructive ?? false,
      unsafeMethods: allow?.unsafeMethods ?? false,
      secretsInUrls: allow?.secretsInUrls ?? false,
      ...optional('load', maxRate && { maxPerSecond: (maxRate.requests / maxRate.perMs) * 1000 }),
    },
    ...optional(
      'export',
      products && {
        ...without(products, 'fixture'),
        baseUrl: base(products.baseUrl, 'export.baseUrl'),
        ...optional(
          'fixture',
          products.fixture === undefined ? undefined : readFixture(path.resolve(folder, products.fixture)),
        ),
        snapshot: products.snapshot ?? 1000,
        dialect: products.dialect ?? {},
      },
    ),
    ...optional(
      'templates',
      templates && {
        ...without(without(without(templates, 'client'), 'otherClient'), 'unsupportedClient'),
        ...optional('baseUrl', templates.baseUrl && base(templates.baseUrl, 'templates.baseUrl')),
        ...optional('authUrl', templates.authUrl && base(templates.authUrl, 'templates.authUrl')),
        ...optional('client', wholeClient(templates.client)),
        ...optional('otherClient', wholeClient(templates.otherClient)),
        ...optional('unsupportedClient', wholeClient(templates.unsupportedClient)),
      },
    ),
    ...optional(
      'platform',
      platform && {
        ...platform,
        baseUrl: base(platform.baseUrl, 'platform.baseUrl'),
        collections: (platform.collections ?? []).map((collection) => collection.replace(/^\/+|\/+$/g, '')),
        headers: platform.headers ?? {},
        idMember: platform.idMember ?? 'id',
        dialect: platform.dialect ?? {},
      },
    ),
    ...optional('handover', handover && { ...handover, baseUrl: base(handover.baseUrl, 'handover.baseUrl') }),
    interfaces: Object.fromEntries(
      Object.entries(interfaces).map(([name, settings]) => [
        name,
        { ...settings, baseUrl: base(settings.baseUrl, `interfaces.${name}.baseUrl`) },
      ]),
    ),
    ...strengthOf(file, secrets, where),
  };
  refuseUnsendable(target);
  return target;
}

/**
 * The secrets, and those among them that cannot be told from other text. Throws a UsageError where those are not
 * permitted.
 */
function strengthOf(file: TargetFile, more: readonly Secret[], where: string): Pick<Target, 'secrets' | 'weakSecrets'> {
  const all = [...secretsOf(file), ...more.map(marked)];
  const mayBeWeak = file.allow?.weakSecrets === true;
  const weak = all.filter(({ value }) => isWeak(value)).map(({ name }) => name);
  if (weak.length > 0 && !mayBeWeak)
    throw new UsageError(
      `${where}: the value of ${weak.join(' and ')} is under ${SHORTEST} characters or a word of the interfaces, so it ` +
        'cannot be recognized in other text and hidden. Use a longer one, or set "allow": { "weakSecrets": true }.',
    );
  const secrets = all.map((secret) => {
    const setting = isWeak(secret.value) ? undefined : settingThatShows(secret, file);
    if (setting === undefined) return secret;
    if (!mayBeWeak)
      throw new UsageError(
        `${where}: the value of ${secret.name} is also in ${setting}, which every report shows, so it cannot be hidden. ` +
          'Use another value for one of them, or set "allow": { "weakSecrets": true }.',
      );
    return { ...secret, weak: true };
  });
  return { secrets, weakSecrets: secrets.flatMap(({ name, weak: isMarked }) => (isMarked ? [name] : [])) };
}

/** One schema problem as a sentence with the setting, the value and the remedy. */
function remedy({ path: pointer, expected, received, error }: SchemaProblem, origin: Target['origin']): string {
  const place = pointer.slice(1).replaceAll('/', '.');
  const variable = origin === 'environment' ? variableAt(place) : undefined;
  if (error.keyword === 'additionalProperties') {
    const key = String(error.params.additionalProperty);
    const known = Object.keys((error.parentSchema?.properties ?? {}) as object);
    const near = nearest(key, known);
    const hint = near === undefined ? `Known keys: ${known.join(', ')}.` : `Did you mean "${near}"?`;
    return `${place === '' ? '' : `${place}: `}unknown key "${key}". ${hint}`;
  }
  const setting = variable ?? (place || 'the document');
  return `${setting} must be ${wording(error.parentSchema, expected)}, but is ${received}.`;
}

function wording(schema: Readonly<Record<string, unknown>> | undefined, expected: string): string {
  if (expected.startsWith('a member')) return `given ${expected.replace('a member', 'with')}`;
  const pattern = schema?.pattern;
  if (schema?.format === 'uri') return 'an address such as https://export.example.com';
  if (typeof pattern === 'string' && pattern.includes('(s|min|h)')) return 'a rate such as 60/min';
  if (typeof pattern === 'string' && pattern.includes('(ms|s|min)')) return 'a duration such as 10s';
  return expected.replace(/^must be /, '');
}

function baseUrl(text: string, where: string): string {
  if (!URL.canParse(text))
    throw new UsageError(`${where} must be an address such as https://export.example.com, but is "${text}".`);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UsageError(
      `${where} is ${url.origin}${url.pathname} with user info, a query or a fragment. Give the bare address.`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function readPace(text: string, where: string): Pace {
  const pace = parsePace(text);
  if (pace !== undefined) return pace;
  throw new UsageError(
    `${where} is ${text}, which allows no requests or waits longer than a timer can. Give a pace such as 60/min.`,
  );
}

const hostOf = (url: string | undefined): string =>
  url === undefined || !URL.canParse(url) ? 'target' : new URL(url).host;

const wholeClient = (client: OAuthClient | undefined): Client | undefined =>
  client?.id === undefined || client.secret === undefined ? undefined : { id: client.id, secret: client.secret };

/** A member that is omitted without a value, as exactOptionalPropertyTypes requires. */
function optional<K extends string, V>(key: K, value: V | undefined | ''): { [key in K]?: NonNullable<V> } {
  return (value === undefined || value === '' || value === null ? {} : { [key]: value }) as {
    [key in K]?: NonNullable<V>;
  };
}

function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = value;
  return rest;
}
