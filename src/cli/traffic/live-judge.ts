import { suites } from '../../../suites/index.js';
import type { HarEntry } from '../../formats/har.js';
import { openSession } from '../../harness/index.js';
import type { Target } from '../../settings/index.js';
import { recordingOf, trafficOfOthers } from '../../traffic/index.js';

/** Exchanges that are tested together, so that memory and time do not grow with the traffic. */
const WINDOW = 200;

/** The first violation of each clause, as traffic comes. */
export class LiveJudge {
  readonly #target: Target;
  readonly #tell: (line: string) => void;
  readonly #told = new Set<string>();
  #window: HarEntry[] = [];
  #fresh = 0;

  /** `tell` gets a line for each clause when it is violated for the first time. */
  constructor(target: Target, tell: (line: string) => void) {
    this.#target = target;
    this.#tell = tell;
  }

  see(entry: HarEntry): void {
    this.#window.push(entry);
    this.#fresh += 1;
    if (this.#window.length > 2 * WINDOW) this.#window = this.#window.slice(-WINDOW);
  }

  /** Tests the exchanges since the last call, together with the previous ones. */
  async judge(): Promise<void> {
    if (this.#fresh === 0) return;
    this.#fresh = 0;
    const { entries, target } = trafficOfOthers(this.#window, this.#target);
    const traffic = recordingOf(entries, target, 'of others');
    const session = openSession(target, { traffic, clock: traffic.clock });
    for (const { interface: name, rules, clauses } of suites) {
      const answers = session.seen(name);
      if (rules === undefined || answers.length === 0) continue;
      const { context } = session.scope({ name: `${name}.live`, interface: name });
      const { violations } = await rules.review(context, answers, (clause) => !this.#told.has(clause));
      for (const [clause, { finding }] of violations) {
        if (this.#told.has(clause) || finding.kind !== 'deviates') continue;
        this.#told.add(clause);
        const level = finding.atMost ?? clauses[clause]?.level;
        const line = `${level === 'must' ? '✗' : '!'} ${clause}  expected ${finding.expected}, got ${finding.actual}`;
        this.#tell(session.redactor.text(line.replaceAll('\n', ' ').toWellFormed()).slice(0, 400));
      }
    }
    await session.close();
  }
}
