/** Checks the settings of a target and makes the target from them. */

import { listInWords } from '../in-words.js';
import { textOfValue } from '../schema/json-value.js';
import { nearest } from '../schema/nearest.js';
import { checkSchema, type SchemaProblem } from '../schema/validate.js';
import { refuseOwned } from './added-headers.js';
import { baseUrlsOf } from './base-urls.js';
import { resolveCredentials } from './credentials.js';
import { type Environment, variableAt } from './environment.js';
import { addedSecrets } from './header-secrets.js';
import { refuseUnsendable } from './header-values.js';
import { interfaceTargets, optional } from './interface-targets.js';
import { isLoopback } from './loopback.js';
import { connectionOf } from './read-connection.js';
import type { ResolvedFile } from './resolved-file.js';
import {
  isWeak,
  markedIfWeak,
  type Secret,
  SHORTEST,
  secretsOf,
  settingThatShows,
} from './secrets.js';
import type { SettingSource } from './setting-source.js';
import type { Target } from './target.js';
import { isDurationPattern, type Pace } from './units.js';
import { UsageError } from './usage-error.js';
import { nameFrom, paceFrom, patienceFrom, timeoutFrom } from './values.js';

interface SettingsOrigin {
  readonly origin: Target['origin'];
  readonly file?: string;
  /** Relative paths start at this folder. */
  readonly folder: string;
  /** How messages name the source of the settings. */
  readonly where: string;
  /** The target file before variables were replaced; undefined if it contained no variables. */
  readonly template?: unknown;
  /** Settings that the environment added to the target file; undefined if there are none. */
  readonly filled?: FilledSettings | undefined;
  /** The source of `HTTPS_PROXY` and `NO_PROXY`. */
  readonly environment: Environment;
  readonly insecure?: boolean | undefined;
  /**
   * False if no requests are sent. Unusable certificates and proxies are then ignored. Default
   * true.
   */
  readonly sends?: boolean | undefined;
}

/** Settings that the target file lacks and the environment contains. */
interface FilledSettings {
  readonly places: ReadonlySet<string>;
  /** Relative paths in the environment start at this folder. */
  readonly folder: string;
}

/** Makes the target. Throws a UsageError that names the wrong settings. */
export function checkTarget(raw: unknown, from: SettingsOrigin): Target {
  const { origin, where } = from;
  const result = checkSchema('target', raw);
  if ('problems' in result) throw refusal(result.problems, from);
  const at = (place: string): SettingSource => sourceOf(place, from);
  const {
    file,
    credentials,
    secrets: sources,
  } = resolveCredentials(result.value, (place) => at(place).label);
  const { patience, timeout, gate } = file;
  const { connection, secrets } = connectionOf(file, { ...from, at });
  const target: Target = {
    name: nameFrom(file.name ?? hostOf(firstAddress(file)), at('name').label),
    origin,
    ...optional('file', from.file),
    ...optional('pace', paceAt('pace', file.pace, at)),
    ...optional('gate', gate),
    ...optional('connection', connection),
    ...optional('headers', file.headers),
    ...optional('credentials', credentials.length === 0 ? undefined : credentials),
    concurrency: file.concurrency ?? 4,
    patienceMs: patienceFrom(patience ?? '10s', at('patience').label),
    timeoutMs: timeoutFrom(timeout ?? '10s', at('timeout').label),
    allow: permissionsIn(file, at),
    ...interfaceTargets(file, at),
    ...checkedSecrets(
      file,
      [...sources, ...secrets, ...addedSecrets(file, from.template, from.environment)],
      where,
    ),
  };
  refuseUnsendable(target, at);
  refuseOwned(target, (place) => at(place).label);
  return target;
}

type At = (place: string) => SettingSource;

function permissionsIn(file: ResolvedFile, at: At): Target['allow'] {
  const { allow } = file;
  const maxRate = paceAt('allow.load.maxRate', allow?.load?.maxRate, at);
  return {
    destructive: allow?.destructive ?? false,
    unsafeMethods: allow?.unsafeMethods ?? false,
    secretsInUrls: allow?.secretsInUrls ?? false,
    suspiciousValues: allow?.suspiciousValues ?? true,
    // Hostile values may make a server fail, so by default only local servers receive them.
    hostileValues:
      allow?.hostileValues ??
      baseUrlsOf(file).every(({ address }) => URL.canParse(address) && isLoopback(address)),
    ...optional('load', maxRate && { maxPerSecond: (maxRate.requests / maxRate.perMs) * 1000 }),
  };
}

const paceAt = (place: string, text: string | undefined, at: At): Pace | undefined =>
  text === undefined ? undefined : paceFrom(text, at(place).label);

/** If a target has no name, it is named after the host of this address. */
const firstAddress = ({
  export: products,
  templates,
  platform,
  handover,
  interfaces = {},
}: ResolvedFile) =>
  products?.baseUrl ??
  templates?.baseUrl ??
  templates?.authUrl ??
  platform?.baseUrl ??
  handover?.baseUrl ??
  Object.values(interfaces)[0]?.baseUrl;

function sourceOf(place: string, from: SettingsOrigin): SettingSource {
  const { origin, folder, where, filled } = from;
  if (filled !== undefined && isFilled(place, from)) {
    const variable = variableAt(place) ?? place;
    return { setting: variable, label: `${ENVIRONMENT}: ${variable}`, folder: filled.folder };
  }
  const setting = origin === 'environment' ? (variableAt(place) ?? place) : place;
  return { setting, label: `${where}: ${setting}`, folder };
}

/** How messages name the environment variables as a source of settings. */
export const ENVIRONMENT = 'The environment';

/**
 * Collects the secrets, which reports must hide. A weak secret (a short value or a common word)
 * cannot be distinguished from ordinary text, and a secret that is also in a setting is shown with
 * this setting. Both cause a UsageError unless `allow.weakSecrets` is true.
 */
function checkedSecrets(
  file: ResolvedFile,
  more: readonly Secret[],
  where: string,
): Pick<Target, 'secrets' | 'weakSecrets'> {
  const isPublic = (secret: Secret): boolean =>
    secret.mayBePublic === true &&
    (isWeak(secret.value) || settingThatShows(secret, file) !== undefined);
  // A value with the placeholder of an obtained token is hidden under the name of this token.
  const placeholders = more.flatMap(({ value, isObtained }) => (isObtained ? [value] : []));
  const inFile = secretsOf(file).filter(
    ({ value }) => !placeholders.some((placeholder) => value.includes(placeholder)),
  );
  const hidden = [...inFile, ...more.map(markedIfWeak)].filter((secret) => !isPublic(secret));
  // A value that two settings contain has the name of the first setting.
  const all = hidden.filter(
    ({ value }, index) => hidden.findIndex((other) => other.value === value) === index,
  );
  const mayBeWeak = file.allow?.weakSecrets === true;
  const weak = all.filter(({ value }) => isWeak(value)).map(({ name }) => name);
  if (weak.length > 0 && !mayBeWeak)
    throw new UsageError(
      `${where}: the value of ${listInWords(weak)} is under ${SHORTEST} characters or a word of the interfaces, so it ` +
        'cannot be recognized in other text and hidden. Use a longer value, or set "allow": { "weakSecrets": true }.',
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
  return {
    secrets,
    weakSecrets: secrets.flatMap(({ name, weak: isMarked }) => (isMarked ? [name] : [])),
  };
}

/** Groups wrong settings by their source: the target file or the environment. */
function refusal(problems: readonly SchemaProblem[], from: SettingsOrigin): UsageError {
  const bySource = new Map<string, Set<string>>();
  for (const problem of problems) {
    const source = isFilled(placeOf(problem), from) ? ENVIRONMENT : from.where;
    bySource.set(source, (bySource.get(source) ?? new Set()).add(remedy(problem, from)));
  }
  const lines = [...bySource].map(([source, sentences]) =>
    sentences.size === 1
      ? `${source}: ${[...sentences][0]}`
      : `${source}:\n  ${[...sentences].join('\n  ')}`,
  );
  return new UsageError(lines.join('\n'));
}

const placeOf = ({ path: pointer }: SchemaProblem): string => pointer.slice(1).replaceAll('/', '.');

const isFilled = (place: string, { filled }: SettingsOrigin): boolean =>
  [...(filled?.places ?? [])].some((one) => place === one || place.startsWith(`${one}.`));

function remedy(problem: SchemaProblem, from: SettingsOrigin): string {
  const { expected, received, error } = problem;
  const place = placeOf(problem);
  const variable =
    from.origin === 'environment' || isFilled(place, from) ? variableAt(place) : undefined;
  if (error.keyword === 'additionalProperties') {
    const key = textOfValue(error.params.additionalProperty);
    const known = Object.keys((error.parentSchema?.properties ?? {}) as object);
    const near = nearest(key, known);
    const hint =
      near === undefined ? `Known keys: ${known.join(', ')}.` : `Did you mean "${near}"?`;
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
  if (isDurationPattern(pattern)) return 'a duration such as 10s';
  return expected.replace(/^must be /, '');
}

const hostOf = (url: string | undefined): string =>
  url === undefined || !URL.canParse(url) ? 'target' : new URL(url).host;
