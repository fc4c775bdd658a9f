export { type Environment, readEnvironment } from './environment.js';
export { readFixture } from './fixture.js';
export { loadTarget, type TargetSources, targetFrom } from './load.js';
export type { Secret } from './secrets.js';
export { missingSettings, type Setting, type SettingVariable, settings } from './settings.js';
export type {
  Client,
  Destination,
  ExportTarget,
  HandoverTarget,
  PlatformTarget,
  ProductRecord,
  Target,
  TargetFile,
  TemplatesTarget,
} from './target.js';
export { type Pace, parseDuration, parsePace } from './units.js';
export { UsageError } from './usage-error.js';
