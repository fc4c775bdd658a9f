/** The handover API of the reference server. */

export { type HandoverBehaviour, handoverBehaviour } from './behaviour.js';
export { handoverHandler } from './handler.js';
export { BYSTANDER, GIVER, type Owners, owners, RECEIVER } from './users.js';
