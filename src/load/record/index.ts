/** The recording of load measurements. */

export { type Counts, countOf, meanOf, mergeCounts, percentileOf } from './counts.js';
export { startGauge } from './gauge.js';
export {
  type Histogram,
  histogramOf,
  mergeSpreads,
  newHistogram,
  percentileMs,
  spreadOf,
} from './histogram.js';
export {
  BOUNDS,
  type Durations,
  NOTHING_SEEN,
  type Observed,
  type ObserveOptions,
  Observer,
  type Second,
} from './observer.js';
export { type Account, Recorder } from './recorder.js';
export { type Measurements, mergeMeasurements, sumOfConnections } from './recording.js';
export { type Ending, ROW } from './samples.js';
export { mergePoints } from './series.js';
export { failedRequestsIn, mergeTallies, nearlyAllThrottled, sentOf, servedIn } from './tally.js';
export { Times } from './times.js';
