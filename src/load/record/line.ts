import { spreadOf } from './histogram.js';
import type { Recording } from './recording.js';
import { newTally, type Tally } from './tally.js';
import { Times } from './times.js';

/** What became of one kind of request of a scenario. */
export interface Line {
  readonly scenario: string;
  readonly title: string;
  readonly tally: Tally;
  readonly lag: Times;
  readonly firstByte: Times;
  readonly service: Times;
  readonly response: Times;
}

export const newLine = (scenario: string, title: string): Line => ({
  scenario,
  title,
  tally: newTally(),
  lag: new Times(),
  firstByte: new Times(),
  service: new Times(),
  response: new Times(),
});

/** A line as plain data. */
export const writeLine = ({ lag, firstByte, service, response, ...counted }: Line): Recording['requests'][number] => ({
  ...counted,
  lag: spreadOf(lag.histogram()),
  firstByte: spreadOf(firstByte.histogram()),
  service: spreadOf(service.histogram()),
  response: spreadOf(response.histogram()),
});
