import type { Hit, Needles } from './needles.js';
import { base64, unescaped } from './spellings.js';
import { plainView, type View } from './view.js';

/** Spellings within spellings that are undone: our own Basic header, form-encoded within base64, echoed in JSON. */
const DEPTH = 3;

/** Escapes within escapes that are undone in a large text. */
const ESCAPES = 2;
/** A text of so many bytes is undone in every order, for what is one escape to one spelling may be none to another. */
const SMALL = 4096;
const NONE = { all: [], each: [] } as const;

/** Every occurrence of a secret in a text, in any encoding, in order and without overlaps. */
export function findSecrets(text: string, needles: Needles): readonly Hit[] {
  const hits: Hit[] = [];
  for (const view of viewsOf(text, needles)) {
    for (const { start, end, shown } of needles.all(view.bytes))
      hits.push({ start: view.origin(start)[0], end: view.origin(end - 1)[1], shown });
  }
  hits.sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: Hit[] = [];
  for (const hit of hits) {
    const last = apart.at(-1);
    if (last === undefined || hit.start >= last.end) apart.push(hit);
    else if (hit.end > last.end) apart[apart.length - 1] = { ...last, end: hit.end };
  }
  return apart;
}

/** The text, and what it is when its spellings are undone, one within another. */
function* viewsOf(text: string, { shortest, wanted, blanks }: Needles): Generator<View> {
  if (shortest === Number.POSITIVE_INFINITY) return;
  function* within(view: View, depth: number, escapes: number): Generator<View> {
    yield view;
    if (depth === 0) return;
    const { all, each } = escapes === 0 ? NONE : unescaped(view, wanted, blanks);
    for (const inner of [...each, ...all]) {
      if (inner.bytes.length <= SMALL) yield* within(inner, depth - 1, depth - 1);
      else if (all.includes(inner)) yield* within(inner, depth - 1, escapes - 1);
      else yield inner;
    }
    for (const inner of base64(view, shortest)) yield* within(inner, depth - 1, escapes);
  }
  yield* within(plainView(text), DEPTH, ESCAPES);
}
