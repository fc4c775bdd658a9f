/** Makes the settings of each interface from a target file. */

import path from 'node:path';
import type { OAuthClient } from '../schema/types.js';
import { readFixture } from './fixture.js';
import type { OwnSchema, OwnSchemaSetting } from './own-schema.js';
import { readOwnSchema } from './read-own-schema.js';
import type { ResolvedFile } from './resolved-file.js';
import type { SettingSource } from './setting-source.js';
import type {
  Client,
  ExportTarget,
  HandoverTarget,
  PlatformTarget,
  Target,
  TemplatesTarget,
} from './target.js';
import { UsageError } from './usage-error.js';
import { collectionFrom, endpointFrom, listingFrom } from './values.js';

/** Returns the variable or file that a setting comes from. */
type At = (place: string) => SettingSource;

/** How many records are read at most. Filtered lists are compared with these records. */
const DEFAULT_SNAPSHOT_RECORDS = 1000;

/**
 * Returns the settings of each interface. Reads the files that they name. Throws a UsageError that
 * names the faulty setting.
 */
export function interfaceTargets(
  { export: exportSettings, templates, platform, handover, interfaces = {} }: ResolvedFile,
  at: At,
): Pick<Target, 'export' | 'templates' | 'platform' | 'handover' | 'interfaces'> {
  const others = Object.entries(interfaces).map(([name, settings]) => {
    const place = `interfaces.${name}.baseUrl`;
    return [name, { ...settings, baseUrl: baseUrl(settings.baseUrl, at(place).label) }] as const;
  });
  return {
    ...optional('export', exportSettings && exportTarget(exportSettings, at)),
    ...optional('templates', templates && templatesTarget(templates, at)),
    ...optional('platform', platform && platformTarget(platform, at)),
    ...optional('handover', handover && handoverTarget(handover, at)),
    interfaces: Object.fromEntries(others),
  };
}

type Section<K extends 'export' | 'templates' | 'platform' | 'handover'> = NonNullable<
  ResolvedFile[K]
>;

function exportTarget(
  { fixture, recordSchema, ...settings }: Section<'export'>,
  at: At,
): ExportTarget {
  const file =
    fixture === undefined ? undefined : path.resolve(at('export.fixture').folder, fixture);
  return {
    ...settings,
    ...optional('recordSchema', ownSchema(recordSchema, at('export.recordSchema'))),
    baseUrl: baseUrl(settings.baseUrl, at('export.baseUrl').label),
    ...optional('fixture', file === undefined ? undefined : readFixture(file)),
    snapshot: settings.snapshot ?? DEFAULT_SNAPSHOT_RECORDS,
    dialect: settings.dialect ?? {},
  };
}

function templatesTarget(settings: Section<'templates'>, at: At): TemplatesTarget {
  const { client, otherClient, unsupportedClient, schema, ...templates } = settings;
  const address = (url: string | undefined, place: string) => url && baseUrl(url, at(place).label);
  return {
    ...templates,
    ...optional('schema', ownSchema(schema, at('templates.schema'))),
    ...optional('baseUrl', address(templates.baseUrl, 'templates.baseUrl')),
    ...optional('authUrl', address(templates.authUrl, 'templates.authUrl')),
    ...optional(
      'revocationUrl',
      templates.revocationUrl &&
        endpointFrom(templates.revocationUrl, at('templates.revocationUrl').label),
    ),
    ...optional('client', completeClient(client)),
    ...optional('otherClient', completeClient(otherClient)),
    ...optional('unsupportedClient', completeClient(unsupportedClient)),
  };
}

function platformTarget({ schemas, ...platform }: Section<'platform'>, at: At): PlatformTarget {
  const read = Object.entries(schemas ?? {}).map(
    ([name, schema]) => [name, readOwnSchema(schema, at(`platform.schemas.${name}`))] as const,
  );
  return {
    ...platform,
    ...optional('schemas', read.length === 0 ? undefined : Object.fromEntries(read)),
    baseUrl: baseUrl(platform.baseUrl, at('platform.baseUrl').label),
    collections: (platform.collections ?? []).map((collection) =>
      collectionFrom(collection, at('platform.collections').label),
    ),
    headers: platform.headers ?? {},
    idMember: platform.idMember ?? 'id',
    dialect: platform.dialect ?? {},
  };
}

function handoverTarget(
  { schema, listing, ...handover }: Section<'handover'>,
  at: At,
): HandoverTarget {
  return {
    ...handover,
    ...optional('listing', listing && listingFrom(listing, at('handover.listing').label)),
    ...optional('schema', ownSchema(schema, at('handover.schema'))),
    baseUrl: baseUrl(handover.baseUrl, at('handover.baseUrl').label),
  };
}

const ownSchema = (
  setting: OwnSchemaSetting | undefined,
  source: SettingSource,
): OwnSchema | undefined => (setting === undefined ? undefined : readOwnSchema(setting, source));

function baseUrl(text: string, where: string): string {
  if (!URL.canParse(text))
    throw new UsageError(
      `${where} must be an address such as https://export.example.com, but is "${text}".`,
    );
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UsageError(
      `${where} is ${url.origin}${url.pathname} with user info, a query or a fragment. Leave these parts out.`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Returns undefined if the id or the secret is missing. */
const completeClient = (client: OAuthClient | undefined): Client | undefined =>
  client?.id === undefined || client.secret === undefined
    ? undefined
    : { id: client.id, secret: client.secret };

/**
 * Returns an object with one member. The object is empty if the value is undefined, null or an
 * empty text.
 */
export function optional<K extends string, V>(
  key: K,
  value: V | undefined | '',
): { [key in K]?: NonNullable<V> } {
  return (value === undefined || value === '' || value === null ? {} : { [key]: value }) as {
    [key in K]?: NonNullable<V>;
  };
}
