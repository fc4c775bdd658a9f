import { HistogramLogWriter } from 'hdr-histogram-js';
import { histogramOf } from '../record/index.js';
import { NOTHING, type Output } from './output.js';
import { endFile, openFile } from './samples-file.js';

/** Microseconds in a millisecond: the log's column of maxima is in milliseconds. */
const PER_MS = 1000;

/** The HdrHistogram log of response times in microseconds, an interval a second. */
export function histogramLog(file: string): Output {
  const stream = openFile(file);
  stream.on('error', () => {});
  const writer = new HistogramLogWriter((text) => stream.write(text));
  let base: number | undefined;
  return {
    observes: NOTHING,
    place: file,
    second: ({ point, began }) => {
      if (base === undefined) {
        base = began.getTime();
        writer.outputComment('[Response times of a load run by Assay, in microseconds]');
        writer.outputLogFormatVersion();
        stream.write(`#[StartTime: ${(base / 1000).toFixed(3)} (seconds since epoch)]\n`);
        writer.outputLegend();
      }
      // Repeated runs follow each other in the log as they did in time.
      const start = (began.getTime() - base + point.atMs) / 1000;
      const seconds = Math.max(0.001, (point.durationMs ?? 1000) / 1000);
      writer.outputIntervalHistogram(histogramOf(point.response), start, start + seconds, PER_MS);
    },
    close: () => endFile(stream),
  };
}
