/** A database that an export server keeps its products in. */
export interface Engine {
  /** Rows of a statement; `$1` and so on stand for the parameters. */
  readonly query: (
    sql: string,
    parameters?: readonly unknown[],
  ) => Promise<readonly Record<string, unknown>[]>;
  /** The type of a column, by its name and what it holds. */
  readonly typeOf: (name: string, values: readonly unknown[]) => string;
  /** `LIKE` and `ILIKE` without an escape, as this database writes them. */
  readonly like: (operator: string, column: string, pattern: string) => string;
  readonly close: () => Promise<void>;
}

/** A value that the database does not take for a column: the client's mistake, not the server's. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  /invalid input|out of range|does not exist|cannot be cast/i.test(error.message);
