/** The HTTP engines of the load tester. */

export { type EngineName, engineNames } from './engines.js';
export { type Limiter, limiter } from './limiter.js';
export { message } from './message.js';
export { openPool, type Pool, type PoolOptions } from './pool.js';
export { type Answer, header, type Outcome, type Request, type Ticket } from './ticket.js';
export type { Opening } from './wire.js';
