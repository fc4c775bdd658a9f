/**
 * Processes one item in each turn of the event loop, so that other work can run in between. If more
 * than `MAX_LENGTH` items wait, all of them are processed at once.
 */
export class BackgroundQueue<T> {
  readonly #work: (item: T) => void;
  readonly #failed: (error: unknown) => void;
  #items: T[] = [];
  #scheduled = false;

  constructor(work: (item: T) => void, failed: (error: unknown) => void) {
    this.#work = work;
    this.#failed = failed;
  }

  add(item: T): void {
    this.#items.push(item);
    if (this.#items.length > MAX_LENGTH) this.drain();
    else this.#schedule();
  }

  drain(): void {
    const items = this.#items;
    this.#items = [];
    for (const item of items) this.#do(item);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      const item = this.#items.shift();
      if (item !== undefined) this.#do(item);
      if (this.#items.length > 0) this.#schedule();
    });
  }

  #do(item: T): void {
    try {
      this.#work(item);
    } catch (error) {
      this.#failed(error);
    }
  }
}

/** This number of waiting exchanges with small responses takes a few megabytes. */
const MAX_LENGTH = 256;
