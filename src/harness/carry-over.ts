import type { Ledger, LedgerEvent } from '../ledger/index.js';

/** Copies what an interrupted run judged, with the exchanges, so that the new ledger is whole. */
export function carryOver(
  resumed: Ledger | undefined,
  record: (event: LedgerEvent) => void,
): { readonly sent: number; readonly judged: ReadonlySet<string> } {
  if (resumed === undefined) return { sent: 0, judged: new Set() };
  const standing = resumed.verdicts.filter(
    ({ verdict, cause }) => verdict !== 'inconclusive' && cause !== 'budget' && cause !== 'prerequisite',
  );
  for (const event of resumed.surveys) record(event);
  for (const event of resumed.exchanges.values()) record(event);
  for (const event of resumed.intents) record(event);
  for (const event of standing) record(event);
  return { sent: resumed.exchanges.size, judged: new Set(standing.map(({ check }) => check)) };
}

/** The number of the last exchange of an interrupted run. */
export const lastExchange = (resumed: Ledger | undefined): number => {
  let last = 0;
  for (const id of resumed?.exchanges.keys() ?? []) last = Math.max(last, id);
  return last;
};
