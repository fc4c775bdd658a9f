import type { Scalar } from '../../../src/protocol/export/filter.js';

/** A reading of an operator: for what is asked, whether a value that is not null satisfies it. */
export type Holds = (asked: Asked) => (held: Scalar) => boolean;
export type Asked = Scalar | readonly Scalar[];

/** The right reading of an operator and wrong ones that servers are known to have. Nulls are judged elsewhere. */
export interface OperatorMutants {
  readonly right: Holds;
  readonly wrong: Readonly<Record<string, Holds>>;
}

export const list = (asked: Asked): readonly Scalar[] => (typeof asked === 'object' ? asked : [asked]);
export const first = (asked: Asked): Scalar => list(asked)[0] ?? '';
export const last = (asked: Asked): Scalar => list(asked).at(-1) ?? '';

/** A reading of the text of a value against the text that is asked for. */
export const onText =
  (rule: (asked: string) => (held: string) => boolean): Holds =>
  (asked) => {
    const holds = rule(String(first(asked)));
    return (held) => holds(String(held));
  };
