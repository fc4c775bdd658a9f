/** Exports the settings to other folders. */

export type { Connection } from './connection.js';
export { decoderFor, encodingOf } from './decoder.js';
export type { Environment } from './environment.js';
export { targetFromEnvironment } from './environment.js';
export { piecesOf, streamedPiecesOf, uncompressed } from './file-pieces.js';
export { readFixture } from './fixture.js';
export { type Damage, isGzip } from './gzip-member.js';
export {
  loadTarget,
  readTarget,
  targetFrom,
  unusedGeneral,
} from './load.js';
export { isLoopback } from './loopback.js';
export { missingSettings } from './missing-settings.js';
export { parseJson } from './parse-json.js';
export { decodeText, describeDamage, readText, unreadable } from './read-text.js';
export type { Fields } from './resolved-file.js';
export type { Secret } from './secrets.js';
export { settings } from './settings.js';
export { nameOfStandIn, standInFor } from './stand-in-names.js';
export {
  isKnown,
  settingsOf,
  withSecret,
  withStandIns,
} from './stand-ins.js';
export type { Client, OtherTarget, ProductRecord, Target, TargetFile } from './target.js';
export { describePace, isDurationPattern, type Pace, parseDuration, parsePace } from './units.js';
export type { TargetCommand } from './unused.js';
export { UsageError } from './usage-error.js';
