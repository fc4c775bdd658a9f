import type { TargetFile } from '../schema/types.js';

/** A value that no artefact may show, and how it is named where it stood. */
export interface Secret {
  /** The environment variable it belongs in, without the dollar sign. */
  readonly name: string;
  readonly value: string;
  /** It cannot be distinguished from other text, and is removed from headers and form fields only. */
  readonly weak?: boolean;
  /** The shell expression that computes it, if it is a part of a variable. */
  readonly recipe?: string;
}

/** Every secret of a target file, under the variable name that the environment uses for it. */
export function secretsOf(file: TargetFile): readonly Secret[] {
  const { export: products, templates, platform, handover, interfaces = {} } = file;
  const named: (readonly [string, string | undefined, string?])[] = [
    ['EXPORT_TOKEN', products?.destination?.token],
    ['EXPORT_OTHER_TOKEN', products?.otherDestination?.token],
    ['EXPORT_EMPTY_TOKEN', products?.emptyDestination?.token],
    ['ETM_CLIENT_SECRET', templates?.client?.secret],
    ['ETM_OTHER_CLIENT_SECRET', templates?.otherClient?.secret],
    ['ETM_UNSUPPORTED_CLIENT_SECRET', templates?.unsupportedClient?.secret],
    ['CDE_TOKEN', handover?.token],
    ...headerSecrets('PLATFORM', platform?.headers),
    ...Object.entries(interfaces).flatMap(([name, { headers }]) => headerSecrets(variableName(name), headers)),
  ];
  return named.flatMap(([name, value, recipe]) =>
    value === undefined || value === '' ? [] : [marked({ name, value, ...(recipe === undefined ? {} : { recipe }) })],
  );
}

/** A secret, marked where it is weak. */
export const marked = (secret: Secret): Secret => ({ ...secret, ...(isWeak(secret.value) ? { weak: true } : {}) });

/** The minimum length of a secret that can be distinguished from other text. */
export const SHORTEST = 6;

/** Words that answers and addresses of the interfaces hold anyway: a secret of that name would be seen everywhere. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'access access_token account accept active address application array attributes authentication authorization basic ' +
    'bearer between boolean cache category channel channels charset client client_credentials client_id client_secret ' +
    'collection collections color column content control cookie count credentials criteria current cursor default ' +
    'destination destinations detail endpoint entities error errors expires expires_in export export-templates external ' +
    'false filter filters forbidden format grant_type groupby handover header headers health https integer invalid issuer ' +
    'language length limit location localhost message method missing offset openid operator options orderby password ' +
    'platform policy previous product products protocol provided public realms received refresh refresh_token required ' +
    'resource resources response scope secret server service should signature sites status string success template ' +
    'templates timeout title token token_type total transferred unauthorized undefined unknown unsupported utf-8 value ' +
    'values version welcome'
  ).split(' '),
);

/** Whether a secret is too short or too common to be searched for. */
export const isWeak = (value: string): boolean => value.length < SHORTEST || WORDS.has(value.toLowerCase());

/** A header value as a whole, and each part of it that may be a secret: `client_id:secret`, `Scheme secret`, `k=v; k=v`. */
function headerSecrets(
  owner: string,
  headers: Readonly<Record<string, string>> = {},
): (readonly [string, string, string?])[] {
  return Object.values(headers).flatMap((value, index): (readonly [string, string, string?])[] => {
    const name = index === 0 ? `${owner}_AUTH_VALUE` : `${owner}_AUTH_VALUE_${index + 1}`;
    // The secret of `client_id:secret` is one however short, and refused then as a whole value is.
    const halves = secretHalves(value);
    const parts = [...new Set([...halves, ...partsOf(value)])].filter(
      (part) => part !== value && (!isWeak(part) || halves.includes(part)),
    );
    return [
      [name, value],
      ...parts
        .reverse()
        .map(
          (part, turn) =>
            [`${name}_SECRET${turn === 0 ? '' : `_${turn + 1}`}`, part, cutFrom(name, value, part)] as const,
        ),
    ];
  });
}

/** The shell expression for a part of a variable, counted in bytes. */
function cutFrom(variable: string, value: string, part: string): string {
  const isIn = value.includes(part);
  const whole = isIn ? value : Buffer.from(withoutScheme(value), 'base64').toString('utf8');
  const [before] = whole.split(part);
  const length = Buffer.byteLength(part);
  const decoding = isIn ? '' : ' | sed "s/^[^ ]* //" | base64 -d';
  return `"$(printf %s "$${variable}"${decoding} | head -c ${Buffer.byteLength(before ?? '') + length} | tail -c ${length})"`;
}

/** What Basic credentials are decoded to is composed too. */
function partsOf(value: string): readonly string[] {
  const [, decoded = ''] = basicOf(value);
  return [withoutScheme(value), ...basicOf(value), ...[value, decoded].flatMap((word) => word.split(/[\s:,;="]+/))];
}

/** The part after the colon of `client_id:secret`, plain or in Basic credentials. */
const secretHalves = (value: string): readonly string[] =>
  [withoutScheme(value), basicOf(value)[1]].flatMap((text) => /^[^\s:]+:(\S+)$/.exec(text ?? '')?.[1] ?? []);

const withoutScheme = (value: string): string => value.replace(/^\S+ /, '');

/** Basic credentials, and what they are decoded to. */
function basicOf(value: string): readonly [string, string] | readonly [] {
  const basic = /^Basic ([A-Za-z0-9+/=]{4,})$/i.exec(value)?.[1];
  return basic === undefined ? [] : [basic, Buffer.from(basic, 'base64').toString('utf8')];
}

const variableName = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
