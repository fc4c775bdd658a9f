/** All defects that the self-test uses: of the reference server and of clients. */

import { BROKEN_CLIENTS } from '../clients/index.js';
import { DEFECTS } from '../reference/index.js';
import type { Fault } from './matrix.js';

/** The broken clients, described like the defects of the reference server. */
export const CLIENT_FAULTS: readonly Fault[] = BROKEN_CLIENTS.map(({ id, clause, sentence }) => ({
  id,
  interface: 'clients',
  clause,
  sentence: `The client ${sentence}.`,
  severity: 'subtle',
}));

export const FAULTS: readonly Fault[] = [...DEFECTS, ...CLIENT_FAULTS];
