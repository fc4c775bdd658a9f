import { type Ledger, lossOf, readLedger } from '../../ledger/index.js';
import { EXIT, type ExitCode, type Io } from '../io.js';

/**
 * Remembers whether a command read an incomplete or damaged file, which changes its exit code. Each
 * loss is written to stderr.
 */
export class Losses {
  readonly #err: Io['err'];
  #isAny = false;

  constructor({ err }: Pick<Io, 'err'>) {
    this.#err = err;
  }

  /** Writes a sentence about a loss. */
  add(sentence: string): void {
    this.#isAny = true;
    this.#err(`${sentence}\n`);
  }

  /** Reads a ledger up to where it is cut off. */
  ledgerAt(file: string): Ledger {
    const ledger = readLedger(file);
    if (ledger.torn !== undefined) this.add(ledger.torn);
    return ledger;
  }

  /** Reads a ledger. A loss is also a run that was not finished, because it lacks checks. */
  wholeLedgerAt(file: string): Ledger {
    const ledger = readLedger(file);
    const loss = lossOf(ledger, file);
    if (loss !== undefined) this.add(loss);
    return ledger;
  }

  /** The exit code of the command. It is not 0 if something was lost. */
  codeFor(code: ExitCode): ExitCode {
    return this.#isAny && code === EXIT.holds ? EXIT.unjudged : code;
  }
}
