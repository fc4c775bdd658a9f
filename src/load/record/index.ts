export { type Gauge, type Reading, startGauge } from './gauge.js';
export {
  type Histogram,
  histogramOf,
  mergeSpreads,
  newHistogram,
  percentileMs,
  recordMs,
  spreadOf,
} from './histogram.js';
export { type Account, Recorder } from './recorder.js';
export { mergeRecordings, type Recording } from './recording.js';
export { mergePoints, mergeSeries } from './series.js';
export { failuresOf, mergeTallies, sentOf } from './tally.js';
