import { DEFECTS } from '../../reference/index.js';
import { type FalseAlarm, falseAlarms } from './healthy.js';
import { judgeDefect, type Kill } from './matrix.js';

/** One server to be judged, by its id. */
export interface Task {
  readonly kind: 'defect' | 'healthy';
  readonly id: string;
}

export interface TaskOptions {
  /** Puts every check to a defect, not only those of its clause, and everything to a healthy server. */
  readonly all: boolean;
  readonly seed: number;
}

export interface Outcome {
  readonly kill?: Kill | undefined;
  readonly alarms?: readonly FalseAlarm[];
}

/** Judges one server. */
export async function judgeTask({ kind, id }: Task, options: TaskOptions): Promise<Outcome> {
  if (kind === 'healthy') return { alarms: await falseAlarms(id, options) };
  const defect = DEFECTS.find((one) => one.id === id);
  return defect === undefined ? {} : { kill: await judgeDefect(defect, options) };
}
