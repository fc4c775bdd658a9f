/**
 * A schema of the vendor for data that the document (the specification) does not define. It is
 * plain data, so that it can be sent to workers.
 */
export interface OwnSchema {
  /** The file and the pointer, as the settings name them. */
  readonly source: string;
  readonly level: 'must' | 'should' | 'open';
  /** The document with the schema, and the pointer to the schema. */
  readonly address: string;
  /** The document with the schema, and the documents to which it refers, by their addresses. */
  readonly documents: Readonly<Record<string, unknown>>;
}

/** As in a target file: a file, or a file with a level. */
export type OwnSchemaSetting =
  | string
  | { readonly file: string; readonly level?: OwnSchema['level'] };
