import { clausesOf } from '../../src/harness/suite.js';
import { authorization } from './authorization.js';
import { body } from './body.js';
import { hostileValues } from './hostile-values.js';
import { handover } from './transfer.js';

/** Every clause of the handover, in the order of the document. */
export const topics = { ...authorization, ...handover, ...body, ...hostileValues };

export const clauses = clausesOf(topics);

export type ClauseId = keyof typeof topics;
