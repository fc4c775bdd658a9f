/** The settings of a target after they were read and validated. */

import type { OAuthClient, PlatformSettings, TargetFile } from '../schema/types.js';
import type { Connection } from './connection.js';
import type { ExportTarget } from './export-target.js';
import type { OwnSchema } from './own-schema.js';
import type { Credential, Fields, OtherTarget, ResolvedFile } from './resolved-file.js';
import type { Secret } from './secrets.js';
import type { Pace } from './units.js';

export type { ExportTarget, ProductRecord } from './export-target.js';

export type Client = Required<OAuthClient>;

/** The settings of the template API. `schema` is the content of the schema file. */
export interface TemplatesTarget
  extends Omit<
    NonNullable<ResolvedFile['templates']>,
    'client' | 'otherClient' | 'unsupportedClient' | 'schema'
  > {
  readonly schema?: OwnSchema;
  readonly client?: Client;
  readonly otherClient?: Client;
  readonly unsupportedClient?: Client;
}

export interface PlatformTarget
  extends Omit<
    NonNullable<ResolvedFile['platform']>,
    'headers' | 'idMember' | 'dialect' | 'collections' | 'schemas'
  > {
  readonly schemas?: Readonly<Record<string, OwnSchema>>;
  readonly collections: readonly string[];
  readonly headers: Fields;
  readonly idMember: string;
  readonly dialect: NonNullable<PlatformSettings['dialect']>;
}

export interface HandoverTarget extends Omit<NonNullable<ResolvedFile['handover']>, 'schema'> {
  readonly schema?: OwnSchema;
}

/**
 * All settings of a target. Reading has removed the slash at the end of base URLs and has converted
 * durations to milliseconds.
 */
export interface Target {
  readonly name: string;
  readonly origin: 'file' | 'environment' | 'reference';
  /** The target file, as the user named it. */
  readonly file?: string;
  /** The maximum rate of requests to one host, over all interfaces. */
  readonly pace?: Pace;
  /** The maximum number of concurrent requests. */
  readonly concurrency: number;
  /**
   * How long a check may wait for an event, such as the expiry of a token. A run ends if all
   * responses are lost for eight times as long.
   */
  readonly patienceMs: number;
  /** The time limit for one response. */
  readonly timeoutMs: number;
  /**
   * The names of secrets whose values are too short or too common to be found in texts, or are also
   * in a setting that every report shows. Such secrets are refused unless `allow.weakSecrets` is set
   * in the target file.
   */
  readonly weakSecrets: readonly string[];
  readonly allow: {
    readonly destructive: boolean;
    readonly unsafeMethods: boolean;
    /** Whether checks may send the real client secret and valid tokens in a query string. */
    readonly secretsInUrls: boolean;
    /** Whether checks may send values that a firewall may treat as an attack. */
    readonly suspiciousValues: boolean;
    /** Whether checks may send values on which careless servers fail, such as invalid UTF-8. */
    readonly hostileValues: boolean;
    readonly load?: { readonly maxPerSecond: number };
  };
  readonly connection?: Connection;
  readonly headers?: Fields;
  readonly gate?: { readonly minCoverage?: number };
  readonly export?: ExportTarget;
  readonly templates?: TemplatesTarget;
  readonly platform?: PlatformTarget;
  readonly handover?: HandoverTarget;
  /** The settings of interfaces that other packages test. The key is the name of the interface. */
  readonly interfaces: Readonly<Record<string, OtherTarget>>;
  readonly secrets: readonly Secret[];
  /** Tokens that are obtained when they are needed. Default: none. */
  readonly credentials?: readonly Credential[];
}

export type { OtherTarget, TargetFile };
