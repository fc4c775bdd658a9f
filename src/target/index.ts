export { type Environment, readEnvironment } from './environment.js';
export { readFixture } from './fixture.js';
export { loadTarget, type TargetSources, targetFrom } from './load.js';
export type { Secret } from './secrets.js';
export { missingSettings, type Setting, type SettingVariable, settings } from './settings.js';
export {
  type Client,
  type Destination,
  type ExportTarget,
  type HandoverTarget,
  type InterfaceName,
  interfaces,
  type PlatformTarget,
  type ProductRecord,
  type Target,
  type TargetFile,
  type TemplatesTarget,
} from './target.js';
export { type Pace, parseDuration, parsePace } from './units.js';
export { UsageError } from './usage-error.js';
