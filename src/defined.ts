/**
 * The members of an object that have a value. A member whose value is `undefined` is left out, so
 * that an optional member of the result is absent instead of `undefined`.
 */
export function defined<const T extends object>(members: T): Defined<T> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}

/** `T` with every member that may be `undefined` made optional. */
type Defined<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };
