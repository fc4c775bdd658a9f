/**
 * Removed items leave unused places at the start of the array. With fewer unused places than this,
 * they are freed only when the queue is empty, because copying the rest would cost more.
 */
const MIN_PLACES_TO_FREE = 1024;

/**
 * A first-in, first-out queue. Operations take constant time on average, and removed items are not
 * kept in memory.
 */
export class Queue<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  peek(): T | undefined {
    return this.#items[this.#head];
  }

  shift(): T | undefined {
    const item = this.#items[this.#head];
    if (this.#head >= this.#items.length) return undefined;
    this.#items[this.#head] = undefined;
    this.#head += 1;
    if (this.#head === this.#items.length) {
      this.#items.length = 0;
      this.#head = 0;
    } else if (this.#head >= MIN_PLACES_TO_FREE && this.#head * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}
