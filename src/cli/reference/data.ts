import { datasetLines } from '../../reference/index.js';
import { EXIT, type ExitCode, type Io } from '../io.js';

/** `assay data`: prints the reference dataset, one JSON object per line. */
export function dataCommand(io: Io): ExitCode {
  for (const line of datasetLines()) io.out(`${line}\n`);
  return EXIT.holds;
}
