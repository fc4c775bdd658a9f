import path from 'node:path';
import { nearest } from '../schema/nearest.js';
import type { OAuthClient, TargetFile } from '../schema/types.js';
import { checkSchema, type SchemaProblem } from '../schema/validate.js';
import { refuseOwned } from './added-headers.js';
import { resolveCredentials } from './credentials.js';
import { type Environment, variableAt } from './environment.js';
import { readFixture } from './fixture.js';
import { addedSecrets } from './header-secrets.js';
import { refuseUnsendable } from './header-values.js';
import type { OwnSchemaSetting } from './own-schema.js';
import { connectionOf } from './read-connection.js';
import { readOwnSchema } from './read-own-schema.js';
import { isWeak, marked, type Secret, SHORTEST, secretsOf } from './secrets.js';
import type { SettingSource } from './setting-source.js';
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
  /** The target file before variables were filled in. Default: none were. */
  readonly template?: unknown;
  /** The settings of a target file that were taken from the environment, by their places. Default: none. */
  readonly filled?: FilledSettings | undefined;
  /** For `HTTPS_PROXY` and `NO_PROXY`. */
  readonly environment: Environment;
  readonly insecure?: boolean | undefined;
  /** False: no requests are sent, so certificates and proxies are not read. Default true. */
  readonly sends?: boolean | undefined;
}

/** Settings that a target file leaves out and the environment has. */
interface FilledSettings {
  readonly places: ReadonlySet<string>;
  /** What relative paths in the environment are relative to. */
  readonly folder: string;
}

export function checkTarget(raw: unknown, from: Origin): Target {
  const { origin, where } = from;
  const result = checkSchema('target', raw);
  if ('problems' in result) throw refusal(result.problems, from);
  const at = (place: string): SettingSource => sourceOf(place, from);
  const { file, credentials, secrets: sources } = resolveCredentials(result.value, (place) => at(place).named);
  const { patience, timeout, allow, gate, export: products, templates, platform, handover, interfaces = {} } = file;
  const rate = (text: string | undefined, place: string) =>
    text === undefined ? undefined : readPace(text, at(place).named);
  const pace = rate(file.pace, 'pace');
  const maxRate = rate(allow?.load?.maxRate, 'allow.load.maxRate');
  const own = (setting: OwnSchemaSetting | undefined, place: string) =>
    setting === undefined ? undefined : readOwnSchema(setting, at(place));
  const ownSchemas = (schemas: Readonly<Record<string, OwnSchemaSetting>>) =>
    Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, readOwnSchema(schema, at(`platform.schemas.${name}`))]),
    );
  const base = (url: string, place: string) => baseUrl(url, at(place).named);
  const { connection, secrets } = connectionOf(file, { ...from, at });
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
    ...optional('headers', file.headers),
    ...optional('credentials', credentials.length === 0 ? undefined : credentials),
    concurrency: file.concurrency ?? 4,
    patienceMs: parseDuration(patience ?? '10s') ?? 10_000,
    timeoutMs: parseDuration(timeout ?? '10s') ?? 10_000,
    allow: {
      destructive: allow?.destructive ?? false,
      unsafeMethods: allow?.unsafeMethods ?? false,
      secretsInUrls: allow?.secretsInUrls ?? false,
      suspiciousValues: allow?.suspiciousValues ?? true,
      ...optional('load', maxRate && { maxPerSecond: (maxRate.requests / maxRate.perMs) * 1000 }),
    },
    ...optional(
      'export',
      products && {
        ...without(without(products, 'fixture'), 'recordSchema'),
        ...optional('recordSchema', own(products.recordSchema, 'export.recordSchema')),
        baseUrl: base(products.baseUrl, 'export.baseUrl'),
        ...optional(
          'fixture',
          products.fixture === undefined
            ? undefined
            : readFixture(path.resolve(at('export.fixture').folder, products.fixture)),
        ),
        snapshot: products.snapshot ?? 1000,
        dialect: products.dialect ?? {},
      },
    ),
    ...optional(
      'templates',
      templates && {
        ...without(without(without(without(templates, 'client'), 'otherClient'), 'unsupportedClient'), 'schema'),
        ...optional('schema', own(templates.schema, 'templates.schema')),
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
        ...without(platform, 'schemas'),
        ...optional('schemas', platform.schemas && ownSchemas(platform.schemas)),
        baseUrl: base(platform.baseUrl, 'platform.baseUrl'),
        collections: (platform.collections ?? []).map((collection) => collection.replace(/^\/+|\/+$/g, '')),
        headers: platform.headers ?? {},
        idMember: platform.idMember ?? 'id',
        dialect: platform.dialect ?? {},
      },
    ),
    ...optional(
      'handover',
      handover && {
        ...without(handover, 'schema'),
        ...optional('schema', own(handover.schema, 'handover.schema')),
        baseUrl: base(handover.baseUrl, 'handover.baseUrl'),
      },
    ),
    interfaces: Object.fromEntries(
      Object.entries(interfaces).map(([name, settings]) => [
        name,
        { ...settings, baseUrl: base(settings.baseUrl, `interfaces.${name}.baseUrl`) },
      ]),
    ),
    ...strengthOf(file, [...sources, ...secrets, ...addedSecrets(file, from.template, from.environment)], where),
  };
  refuseUnsendable(target, at);
  refuseOwned(target, (place) => at(place).named);
  return target;
}

function sourceOf(place: string, from: Origin): SettingSource {
  const { origin, folder, where, filled } = from;
  if (filled !== undefined && isFilled(place, from)) {
    const variable = variableAt(place) ?? place;
    return { setting: variable, named: `${ENVIRONMENT}: ${variable}`, folder: filled.folder };
  }
  const setting = origin === 'environment' ? (variableAt(place) ?? place) : place;
  return { setting, named: `${where}: ${setting}`, folder };
}

/** How messages name the environment as the source of a setting. */
export const ENVIRONMENT = 'The environment';

/** The secrets, and those among them that cannot be searched for. Throws a UsageError where those are not permitted. */
function strengthOf(file: TargetFile, more: readonly Secret[], where: string): Pick<Target, 'secrets' | 'weakSecrets'> {
  const all = [...secretsOf(file), ...more.map(marked)];
  // A value that two places contain has the name of the first.
  const secrets = all.filter(({ value }, index) => all.findIndex((other) => other.value === value) === index);
  const weak = secrets.filter(({ value }) => isWeak(value)).map(({ name }) => name);
  if (weak.length > 0 && file.allow?.weakSecrets !== true)
    throw new UsageError(
      `${where}: the value of ${weak.join(' and ')} is under ${SHORTEST} characters or a word of the interfaces, so it ` +
        'cannot be recognized in other text and hidden. Use a longer one, or set "allow": { "weakSecrets": true }.',
    );
  return { secrets, weakSecrets: weak };
}

/** What is wrong with the settings, by their sources: the target file, or the environment that adds to it. */
function refusal(problems: readonly SchemaProblem[], from: Origin): UsageError {
  const bySource = new Map<string, Set<string>>();
  for (const problem of problems) {
    const source = isFilled(placeOf(problem), from) ? ENVIRONMENT : from.where;
    bySource.set(source, (bySource.get(source) ?? new Set()).add(remedy(problem, from)));
  }
  const lines = [...bySource].map(([source, told]) =>
    told.size === 1 ? `${source}: ${[...told][0]}` : `${source}:\n  ${[...told].join('\n  ')}`,
  );
  return new UsageError(lines.join('\n'));
}

const placeOf = ({ path: pointer }: SchemaProblem): string => pointer.slice(1).replaceAll('/', '.');

const isFilled = (place: string, { filled }: Origin): boolean =>
  [...(filled?.places ?? [])].some((one) => place === one || place.startsWith(`${one}.`));

/** One schema problem as a sentence with the setting, the value and the remedy. */
function remedy(problem: SchemaProblem, from: Origin): string {
  const { expected, received, error } = problem;
  const place = placeOf(problem);
  const variable = from.origin === 'environment' || isFilled(place, from) ? variableAt(place) : undefined;
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
