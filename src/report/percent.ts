/** Returns text such as `99.9 %`. The number is rounded down, so that 100 % means all. */
export const percent = (ratio: number | null): string =>
  ratio === null ? '–' : `${Math.floor(ratio * 1000) / 10} %`;
