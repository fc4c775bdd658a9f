import type { Mistake } from '../../../src/harness/mistake.js';
import type { Exchange, Facts } from '../exchange.js';

export type HandoverMistake = Mistake<Exchange, Facts>;
