/**
 * A schema of the vendor for what the document leaves out. Plain data, so that it can be handed to
 * workers.
 */
export interface OwnSchema {
  /** The file and the pointer, as they are named in the settings. */
  readonly source: string;
  readonly level: 'must' | 'should' | 'open';
  /** The address of the schema among the documents, with its pointer. */
  readonly address: string;
  /** The documents that the schema and its references are in, by their addresses. */
  readonly documents: Readonly<Record<string, unknown>>;
}

/** A schema as a target file names it: a file, or a file with a level. */
export type OwnSchemaSetting =
  | string
  | { readonly file: string; readonly level?: OwnSchema['level'] };
