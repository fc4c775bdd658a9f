export { type HandoverBehaviour, handoverBehaviour, type Transfer } from './behaviour.js';
export { handoverHandler } from './handler.js';
export { BYSTANDER, GIVER, type Owners, owners, RECEIVER } from './users.js';
