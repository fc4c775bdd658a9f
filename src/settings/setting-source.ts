/** Where a setting was given, for messages and for relative paths. */
export interface SettingSource {
  /** The name of the setting there: an environment variable, or a place in the target file. */
  readonly setting: string;
  /** The source and the setting, as a message begins: `The target file staging.json: tls.ca`. */
  readonly named: string;
  /** What a relative path is relative to. */
  readonly folder: string;
}
