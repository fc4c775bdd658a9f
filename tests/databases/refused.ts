/** A request that the document forbids, with its status and text. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly member = 'error',
  ) {
    super(message);
  }
}
