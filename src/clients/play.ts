/** Runs a client through one scenario. */

import type { Recording, Scenario } from '../../suites/clients/index.js';
import { defined } from '../defined.js';
import type { Launch } from './launch.js';
import { openStage, type StageOptions } from './stage.js';

export interface PlayOptions extends StageOptions {
  readonly launch: Launch;
  /** The client is stopped after this time. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

export async function play(scenario: Scenario, options: PlayOptions): Promise<Recording> {
  const { launch, limitMs, seen } = options;
  const stop = new AbortController();
  let stopped: Recording['stopped'];
  /** Stops the client. Only the first reason is kept. */
  const halt = (why: Recording['stopped']): void => {
    stopped ??= why;
    stop.abort();
  };
  let count = 0;
  const stage = await openStage(scenario, {
    ...options,
    seen(recorded) {
      seen(recorded);
      count += 1;
      if (count >= maxRequestsOf(scenario)) halt('requests');
    },
  });
  const timer = setTimeout(() => halt('time'), limitMs);
  try {
    const ending = await launch(
      stage.settings,
      AbortSignal.any([stop.signal, options.signal]),
      stage.end,
    );
    const { given, tokens } = stage;
    const requests = stage.requests();
    return { given, requests, tokens, ...ending, ...defined({ stopped }) };
  } finally {
    clearTimeout(timer);
    await stage.close();
  }
}

/** The default is the same as in `asCheck`. */
const maxRequestsOf = ({ maxRequests = 100 }: Scenario): number => maxRequests;
