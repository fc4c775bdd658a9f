export type { Connection } from './connection.js';
export type { Environment } from './environment.js';
export { readFixture } from './fixture.js';
export { loadTarget, targetFrom } from './load.js';
export { isLoopback } from './loopback.js';
export { missingSettings, type Setting } from './missing-settings.js';
export { parseJson } from './parse-json.js';
export type { Secret } from './secrets.js';
export { settings } from './settings.js';
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
