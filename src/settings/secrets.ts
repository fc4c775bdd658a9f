/** Finds the secrets in the settings of a target. */

import type { Fields, ResolvedFile } from './resolved-file.js';
import { settings } from './settings.js';
import { nameOfStandIn } from './stand-in-names.js';

/** No output may show `value`. `name` replaces it. */
export interface Secret {
  /** The environment variable, without the dollar sign. */
  readonly name: string;
  readonly value: string;
  /**
   * The secret cannot be distinguished from ordinary text, or a setting that reports show contains
   * it. It is then removed only from headers and form fields.
   */
  readonly weak?: boolean;
  /**
   * Set for the value of a header that usually contains no credentials. The value is hidden only if
   * it can be distinguished from ordinary text and no setting that reports show contains it.
   */
  readonly mayBePublic?: boolean;
  /** Set if the secret is a part of a variable: the shell expression that computes the secret. */
  readonly recipe?: string;
  /** Set for a token that is obtained during the run, and that no variable contains. */
  readonly isObtained?: boolean;
}

/** Each secret has the name of the environment variable that may contain it. */
export function secretsOf(file: ResolvedFile): readonly Secret[] {
  const { export: products, templates, platform, handover, interfaces = {} } = file;
  const named: readonly (NamedSecret | readonly [string, string | undefined])[] = [
    ['EXPORT_TOKEN', products?.destination?.token],
    ['EXPORT_OTHER_TOKEN', products?.otherDestination?.token],
    ['EXPORT_EMPTY_TOKEN', products?.emptyDestination?.token],
    ['ETM_CLIENT_SECRET', templates?.client?.secret],
    ['ETM_OTHER_CLIENT_SECRET', templates?.otherClient?.secret],
    ['ETM_UNSUPPORTED_CLIENT_SECRET', templates?.unsupportedClient?.secret],
    ['CDE_TOKEN', handover?.token],
    ...headerSecrets('PLATFORM', platform?.headers),
    ...Object.entries(interfaces).flatMap(([name, { headers }]) =>
      headerSecrets(variableName(name), headers),
    ),
  ];
  return named.flatMap(([name, value, recipe]) =>
    value === undefined || value === ''
      ? []
      : [markedIfWeak({ name, value, ...(recipe === undefined ? {} : { recipe }) })],
  );
}

export const markedIfWeak = (secret: Secret): Secret => ({
  ...secret,
  ...(isWeak(secret.value) ? { weak: true } : {}),
});

/** A secret with fewer characters cannot be distinguished from ordinary text. */
export const SHORTEST = 6;

/**
 * Responses and addresses of the interfaces contain these words anyway. A secret that equals such a
 * word would be found everywhere.
 */
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

/** A secret is weak if it is too short or too common. */
export const isWeak = (value: string): boolean =>
  value.length < SHORTEST || WORDS.has(value.toLowerCase());

type NamedSecret = readonly [name: string, value: string, recipe?: string | undefined];

/** Returns the whole value of each header, and each part of a value that is a secret. */
function headerSecrets(owner: string, headers: Fields = {}): readonly NamedSecret[] {
  return Object.values(headers).flatMap((value, index): readonly NamedSecret[] => {
    // The settings of a recorded run have a stand-in for the token, which may follow a scheme.
    const token = withoutScheme(value);
    const recordedName = nameOfStandIn(token);
    if (recordedName !== undefined) return [[recordedName, token]];
    const name = index === 0 ? `${owner}_AUTH_VALUE` : `${owner}_AUTH_VALUE_${index + 1}`;
    // In `client_id:secret` the second half is a secret even if it is weak. Other weak parts are
    // left out, because they are ordinary text.
    const halves = credentialTexts(value).flatMap((text) => secretHalf(text) ?? []);
    const parts = [...new Set([...halves, ...partsOf(value)])].filter(
      (part) => part !== value && (!isWeak(part) || halves.includes(part)),
    );
    return [
      [name, value],
      ...parts.reverse().map(
        (part, index) =>
          [
            `${name}_SECRET${index === 0 ? '' : `_${index + 1}`}`,
            part,
            // A part can be cut out only of a variable that the user sets.
            isVariable(name) ? cutFrom(name, value, part) : undefined,
          ] as const,
      ),
    ];
  });
}

const isVariable = (name: string): boolean => settings.some(({ variable }) => variable === name);

/** Returns the shell expression that cuts a part out of the value of a variable. */
function cutFrom(variable: string, value: string, part: string): string {
  const isIn = value.includes(part);
  const whole = isIn ? value : Buffer.from(withoutScheme(value), 'base64').toString('utf8');
  const [before] = whole.split(part);
  const length = Buffer.byteLength(part);
  const decoding = isIn ? '' : ' | sed "s/^[^ ]* //" | base64 -d';
  return `"$(printf %s "$${variable}"${decoding} | head -c ${Buffer.byteLength(before ?? '') + length} | tail -c ${length})"`;
}

/** Returns credentials without their scheme, and Basic credentials both encoded and decoded. */
const credentialTexts = (value: string): readonly string[] => [
  withoutScheme(value),
  ...basicOf(value),
];

/** The whole credentials, and each value in `name=value` whose name is not that of an id. */
const partsOf = (value: string): readonly string[] =>
  credentialTexts(value).flatMap((text) => [
    text,
    ...[...text.matchAll(PAIR)].flatMap(([, name = '', quoted, plain]) =>
      NAMES_AN_ID.test(name) ? [] : [quoted ?? plain ?? ''],
    ),
  ]);

/** A parameter of a cookie, a signature or a Digest: `name=value` or `name="value"`. */
const PAIR = /([\w-]+)=(?:"([^"]*)"|([^\s;,"]+))/g;
const NAMES_AN_ID = /(?:^|[_-])(?:id|user|username|name|realm|algorithm|uri|version)$/i;

/** The second half of `id:secret`. The id need not be secret. */
const secretHalf = (text: string): string | undefined => /^[^\s:]+:(\S+)$/.exec(text)?.[1];

/** The first half of `id:secret`, plain or in Basic credentials. */
const idsIn = (value: string): readonly string[] =>
  credentialTexts(value).flatMap((text) => /^([^\s:]+):\S+$/.exec(text)?.[1] ?? []);

/** Returns the settings that every report shows. */
function shownSettings(file: ResolvedFile): readonly (readonly [place: string, text: string])[] {
  const { name, export: products, templates, platform, handover, interfaces = {} } = file;
  const headers = Object.values(platform?.headers ?? {});
  const shown: readonly (readonly [string, string | number | undefined])[] = [
    ['name', name],
    ['export.baseUrl', products?.baseUrl],
    ['export.siteId', products?.siteId],
    ['export.channelId', products?.channelId],
    ['export.destination.id', products?.destination?.id],
    ['export.otherDestination.id', products?.otherDestination?.id],
    ['export.emptyDestination.id', products?.emptyDestination?.id],
    ['templates.baseUrl', templates?.baseUrl],
    ['templates.authUrl', templates?.authUrl],
    ['templates.client.id', templates?.client?.id],
    ['templates.otherClient.id', templates?.otherClient?.id],
    ['templates.unsupportedClient.id', templates?.unsupportedClient?.id],
    ['platform.baseUrl', platform?.baseUrl],
    ...(platform?.collections ?? []).map(
      (collection) => ['platform.collections', collection] as const,
    ),
    ['platform.idMember', platform?.idMember],
    ...headers.flatMap(idsIn).map((id) => ['the id in platform.headers', id] as const),
    ['handover.baseUrl', handover?.baseUrl],
    ['handover.from', handover?.from],
    ['handover.to', handover?.to],
    ...Object.entries(interfaces).map(
      ([key, { baseUrl }]) => [`interfaces.${key}.baseUrl`, baseUrl] as const,
    ),
  ];
  return shown.flatMap(([place, value]) =>
    value === undefined ? [] : [[place, String(value)] as const],
  );
}

/**
 * Returns the place of a shown setting that contains the secret in any letter case. Hiding the
 * secret would also hide this setting.
 */
export function settingThatShows(secret: Secret, file: ResolvedFile): string | undefined {
  const wanted = secret.value.toLowerCase();
  return shownSettings(file).find(([, text]) => text.toLowerCase().includes(wanted))?.[0];
}

const withoutScheme = (value: string): string => value.replace(/^[A-Za-z][\w-]* +/, '');

function basicOf(value: string): readonly [string, string] | readonly [] {
  const basic = /^Basic ([A-Za-z0-9+/=]{4,})$/i.exec(value)?.[1];
  return basic === undefined ? [] : [basic, Buffer.from(basic, 'base64').toString('utf8')];
}

const variableName = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
