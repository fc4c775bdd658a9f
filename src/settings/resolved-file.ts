/** The types of a target file after a text has replaced each source of a token. */

import type {
  CredentialSource,
  ExportSettings,
  HandoverSettings,
  PlatformSettings,
  TargetFile,
  TemplatesSettings,
} from '../schema/types.js';

/** The values of header fields by their names. */
export type Fields = Readonly<Record<string, string>>;

/** Settings whose header fields are texts. */
export type WithFields<T> = Omit<T, 'headers'> & { readonly headers?: Fields };

/** The settings of an interface that another package tests. */
export interface OtherTarget {
  readonly baseUrl: string;
  /** Sent for authentication. Their values are secrets. */
  readonly headers?: Fields;
  readonly [setting: string]: unknown;
}

/** A target file in which a placeholder replaces each source of a token. */
export interface ResolvedFile
  extends Omit<
    TargetFile,
    'headers' | 'export' | 'templates' | 'platform' | 'handover' | 'interfaces'
  > {
  readonly headers?: Fields;
  readonly export?: WithFields<ExportSettings>;
  readonly templates?: WithFields<TemplatesSettings>;
  readonly platform?: WithFields<PlatformSettings>;
  readonly handover?: WithFields<Omit<HandoverSettings, 'token'>> & { readonly token?: string };
  readonly interfaces?: Readonly<Record<string, OtherTarget>>;
}

/**
 * A token that is obtained when it is needed. The settings contain a placeholder, which is never
 * sent.
 */
export interface Credential
  extends Pick<CredentialSource, 'command' | 'clientId' | 'clientSecret'> {
  /** The place in the target file, for messages. */
  readonly setting: string;
  /** The variable name under which reports show the token. */
  readonly name: string;
  readonly placeholder: string;
  readonly refresh?: { readonly token: string; readonly url: string };
}
