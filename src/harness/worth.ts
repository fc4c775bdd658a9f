/** So many requests of a check, and how many defects each of them is expected to find beyond those before it. */
export interface Worth {
  readonly requests: number;
  readonly finds: number;
}

/** What the checks of a suite are worth, by id: a line a check, such as `export.filter.like 1:12 2:0.5`. */
export const worthOf = (table: string): ReadonlyMap<string, readonly Worth[]> =>
  new Map(
    table
      .trim()
      .split('\n')
      .map((line) => {
        const [id = '', ...steps] = line.split(' ');
        return [
          id,
          steps.map((step) => {
            const [requests, finds] = step.split(':').map(Number);
            return { requests: requests ?? 0, finds: finds ?? 0 };
          }),
        ] as const;
      }),
  );
