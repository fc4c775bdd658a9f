/** Leaves out members whose value is `undefined`, so that optional members are absent. */
export function defined<const T extends object>(members: T): Defined<T> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}

/** Members of `T` that may be `undefined` are optional. */
type Defined<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };
