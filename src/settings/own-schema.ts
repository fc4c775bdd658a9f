/**
 * A JSON Schema of the vendor, for data that the specification does not define. It is plain data,
 * so that it can be sent to workers.
 */
export interface OwnSchema {
  /** The file and the JSON pointer as written in the settings, for messages. */
  readonly source: string;
  /** A violation of the schema is a failure (`must`), a warning (`should`) or only reported. */
  readonly level: 'must' | 'should' | 'open';
  /** The key of a file in `documents`, and the JSON pointer to the schema in that file. */
  readonly address: string;
  /** The contents of the file with the schema, and of the files that it refers to. */
  readonly documents: Readonly<Record<string, unknown>>;
}

/** The setting in a target file: the name of a file, or a name and a level. Default `must`. */
export type OwnSchemaSetting =
  | string
  | { readonly file: string; readonly level?: OwnSchema['level'] };
