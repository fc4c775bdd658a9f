import { type Answer, type Context, expectSchema, expectStatus } from '../../src/index.js';
import stockLevel from './stock.schema.json' with { type: 'json' };

export interface Ask {
  readonly article?: string;
  readonly method?: string;
  /** Default the target's headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request to the stock API of the target. */
export function ask({ target, ask: send }: Context, { article, method = 'GET', headers }: Ask = {}): Promise<Answer> {
  const stock = target.interfaces.stock;
  if (stock === undefined) throw new Error('a stock check was put to a target without stock settings');
  const fields = headers ?? stock.headers ?? {};
  const path = encodeURIComponent(article ?? String(stock.article));
  return send({ interface: 'stock', method, url: `${stock.baseUrl}/stock/${path}`, headers: Object.entries(fields) });
}

interface StockLevel {
  readonly article: string;
  readonly pieces: number;
}

/** A right request gets its answer: what every refusal is held against. */
export async function readLevel(context: Context): Promise<StockLevel> {
  const answer = await ask(context);
  expectStatus(answer, 200, 'with the key');
  return expectSchema<StockLevel>(answer, stockLevel);
}
