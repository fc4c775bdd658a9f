/** Where a setting was read, for messages and relative paths. */
export interface SettingSource {
  /** An environment variable, or a place in the target file. */
  readonly setting: string;
  /** The beginning of a message: `The target file staging.json: tls.ca`. */
  readonly label: string;
  /** Relative paths refer to this folder. */
  readonly folder: string;
}
