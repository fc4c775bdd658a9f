/** The type of a vendor's schema for data that the document does not define. */

/**
 * A schema of the vendor for data that the document does not define. It is plain data, so that it
 * can be sent to workers.
 */
export interface OwnSchema {
  /** The file and the pointer, as the settings name them. */
  readonly source: string;
  readonly level: 'must' | 'should' | 'open';
  /** The address of the document that contains the schema, with the pointer to the schema. */
  readonly address: string;
  /** The document with the schema, and the documents to which it refers, by their addresses. */
  readonly documents: Readonly<Record<string, unknown>>;
}

/** A schema as a target file names it: a file, or a file with a level. */
export type OwnSchemaSetting =
  | string
  | { readonly file: string; readonly level?: OwnSchema['level'] };
