import { clausesOf } from '../../src/harness/suite.js';
import { authentication } from './authentication.js';
import { cursor } from './cursor.js';
import { hostileValues } from './hostile-values.js';
import { limit } from './limit.js';
import { links } from './links.js';
import { methods } from './methods.js';
import { pageShape } from './page-shape.js';
import { parameters } from './parameters.js';
import { unspecified } from './unspecified.js';
import { walk } from './walk.js';

/** Every clause of the platform API, in the order of the document. */
export const topics = {
  ...pageShape,
  ...limit,
  ...cursor,
  ...walk,
  ...links,
  ...unspecified,
  ...methods,
  ...parameters,
  ...hostileValues,
  ...authentication,
};

export const clauses = clausesOf(topics);

export type ClauseId = keyof typeof topics;
