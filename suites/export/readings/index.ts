/** All readings of the export API: mistakes of which each explains many wrong responses. */

import { operatorMistakes } from './operators.js';
import { readingsBy } from './reading.js';
import { requestReadings } from './requests.js';
import { responseReadings } from './responses.js';
import { valueReadings } from './values.js';

const ALL = [...requestReadings, ...responseReadings, ...operatorMistakes, ...valueReadings];

export const readings = readingsBy((violated) =>
  ALL.filter((reading) => violated.some(({ question }) => reading.touches(question))),
);
