/** The source of a setting, for messages and relative paths. */
export interface SettingSource {
  /**
   * The name of the setting in its source: an environment variable, or a place in the target file.
   */
  readonly setting: string;
  /**
   * The source and the setting, with which a message begins: `The target file staging.json:
   * tls.ca`.
   */
  readonly label: string;
  /** The folder to which relative paths refer. */
  readonly folder: string;
}
