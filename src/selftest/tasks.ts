/** The tasks into which the self-test is divided, so that threads can share them. */

import { DEFECTS } from '../reference/index.js';
import { type FalseAlarm, falseAlarms } from './healthy.js';
import { BATCH, type HonestOutcome, judgeBatch, judgeTrialOfPairs } from './honest.js';
import { type Broken, judgeBroken } from './honest-defects.js';
import { type DefectResult, judgeDefect } from './matrix.js';

/** One server, or one batch of servers, to test. */
export interface Task {
  readonly kind: 'defect' | 'healthy' | 'honest' | 'honest-pair' | 'broken';
  /**
   * What is tested, by kind:
   *
   * - `defect`: the id of a defect
   * - `healthy`: the id of a conforming server
   * - `honest`: the seed of a batch of random conforming servers
   * - `honest-pair`: an index in `trialsOfPairs`
   * - `broken`: the id of a defect and a number of servers, separated by a space
   */
  readonly id: string;
}

export interface TaskOptions {
  /**
   * If true, every check runs on a defect, instead of only the checks of its clause, and a healthy
   * server is tested with an unlimited number of requests.
   */
  readonly all: boolean;
  readonly seed: number;
  /**
   * The number of records on the export server, which is then tested without a fixture. Default:
   * the dataset with a fixture.
   */
  readonly records?: number | undefined;
  /** The ids of the checks that are run on conforming servers. Default: all. */
  readonly checks?: readonly string[] | undefined;
}

export interface Outcome {
  readonly result?: DefectResult | undefined;
  readonly alarms?: readonly FalseAlarm[];
  readonly honest?: HonestOutcome;
  readonly broken?: readonly Broken[];
}

export async function judgeTask({ kind, id }: Task, options: TaskOptions): Promise<Outcome> {
  if (kind === 'healthy') return { alarms: await falseAlarms(id, options) };
  if (kind === 'honest') return { honest: await judgeBatch(Number(id), BATCH) };
  if (kind === 'honest-pair') return { honest: await judgeTrialOfPairs(Number(id)) };
  if (kind === 'broken') {
    const [defectId = '', servers] = id.split(' ');
    return { broken: await judgeBroken(defectId, options.seed, Number(servers)) };
  }
  const defect = DEFECTS.find((one) => one.id === id);
  return defect === undefined ? {} : { result: await judgeDefect(defect, options) };
}
