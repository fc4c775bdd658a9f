import type {
  Destination,
  HandoverSettings,
  OAuthClient,
  OtherSettings,
  PlatformSettings,
  TargetFile,
  TemplatesSettings,
} from '../schema/types.js';
import type { Connection } from './connection.js';
import type { Credential } from './credentials.js';
import type { ExportTarget } from './export-target.js';
import type { OwnSchema } from './own-schema.js';
import type { Secret } from './secrets.js';
import type { Pace } from './units.js';

export type { ExportTarget, ProductRecord } from './export-target.js';

/** An OAuth client whose id and secret are both there. */
export type Client = Required<OAuthClient>;

export interface TemplatesTarget
  extends Omit<TemplatesSettings, 'client' | 'otherClient' | 'unsupportedClient' | 'schema'> {
  /** The schema of a template resource. */
  readonly schema?: OwnSchema;
  readonly client?: Client;
  readonly otherClient?: Client;
  readonly unsupportedClient?: Client;
}

export interface PlatformTarget
  extends Omit<PlatformSettings, 'headers' | 'idMember' | 'dialect' | 'collections' | 'schemas'> {
  /** The schemas of entities, by collection. */
  readonly schemas?: Readonly<Record<string, OwnSchema>>;
  readonly collections: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** The member of an entity that contains its id. */
  readonly idMember: string;
  readonly dialect: NonNullable<PlatformSettings['dialect']>;
}

export interface HandoverTarget extends Omit<HandoverSettings, 'schema'> {
  /** The schema of the body of a successful response. */
  readonly schema?: OwnSchema;
}

/**
 * A configured environment, checked: base URLs end without a slash, units are numbers, secrets are
 * known by name.
 */
export interface Target {
  readonly name: string;
  readonly origin: 'file' | 'environment' | 'reference';
  /** The target file, as it was named. */
  readonly file?: string;
  /** The most requests sent to one host, over all interfaces. */
  readonly pace?: Pace;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** Milliseconds a check may wait for something to happen, such as a token to expire. */
  readonly patienceMs: number;
  /** Milliseconds one answer may take. */
  readonly timeoutMs: number;
  /**
   * Names of secrets that are too short or too common to be searched for; `allow.weakSecrets` takes
   * them.
   */
  readonly weakSecrets: readonly string[];
  readonly allow: {
    readonly destructive: boolean;
    readonly unsafeMethods: boolean;
    /** Probes may put the real client secret and live tokens into a query string. */
    readonly secretsInUrls: boolean;
    /** Checks may send values that a firewall may take for an attack. */
    readonly suspiciousValues: boolean;
    readonly load?: { readonly maxPerSecond: number };
  };
  /** How it is reached, where that is not the plain way. */
  readonly connection?: Connection;
  /** Header fields that are added to every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly gate?: { readonly minCoverage?: number };
  readonly export?: ExportTarget;
  readonly templates?: TemplatesTarget;
  readonly platform?: PlatformTarget;
  readonly handover?: HandoverTarget;
  /** Interfaces that other packages judge, by name. */
  readonly interfaces: Readonly<Record<string, OtherSettings>>;
  readonly secrets: readonly Secret[];
  /** Tokens that are obtained when they are needed. Default: none. */
  readonly credentials?: readonly Credential[];
}

export type { Destination, TargetFile };
