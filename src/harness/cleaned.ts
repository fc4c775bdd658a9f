import type { VerdictEvent } from '../ledger/index.js';

/** A verdict quotes what a target sent, which may hold a secret. */
export function cleaned(event: VerdictEvent, clean: (text: string) => string): VerdictEvent {
  const told = (['reason', 'witness', 'expected', 'actual'] as const).flatMap((name) => {
    const text = event[name];
    return text === undefined ? [] : [[name, clean(text.toWellFormed())] as const];
  });
  const table = event.table?.map(({ question, answer }) => ({
    question: clean(question),
    answer: clean(answer.toWellFormed()),
  }));
  return { ...event, ...Object.fromEntries(told), ...(table === undefined ? {} : { table }) };
}
