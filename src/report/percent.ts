/** Returns text such as `99.9 %`, rounded down, so that 100 % means all; `–` without a ratio. */
export const percent = (ratio: number | null): string =>
  ratio === null ? '–' : `${Math.floor(ratio * 1000) / 10} %`;
