/** Infers a JSON Schema from examples. */

type Schema = Readonly<Record<string, unknown>>;

/** The first format that all texts have is used, so the most specific formats come first. */
const FORMATS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['uri', /^https?:\/\/\S+$/],
];

/**
 * Returns a JSON Schema (2020-12) that all given values satisfy. It has their types, requires the
 * members that all objects have, and has the format that all texts have. It contains names of
 * members, but no values.
 */
export function inferSchema(values: readonly unknown[]): Schema {
  const types = typesOf(values);
  const objects = values.filter(isObject);
  const arrays = values.filter(Array.isArray);
  const texts = values.filter((value) => typeof value === 'string');
  return {
    ...(types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }),
    ...(objects.length === 0 ? {} : membersOf(objects)),
    ...(arrays.length === 0 ? {} : { items: inferSchema(arrays.flat()) }),
    ...formatOf(texts),
  };
}

function membersOf(objects: readonly Schema[]): Schema {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const inAll = names.filter((name) => objects.every((object) => Object.hasOwn(object, name)));
  const schemas = names.map((name) => {
    const held = objects
      .filter((object) => Object.hasOwn(object, name))
      .map((object) => object[name]);
    return [name, inferSchema(held)] as const;
  });
  return {
    properties: Object.fromEntries(schemas),
    ...(inAll.length === 0 ? {} : { required: inAll }),
  };
}

function formatOf(texts: readonly string[]): Schema {
  if (texts.length === 0) return {};
  const format = FORMATS.find(([, pattern]) => texts.every((text) => pattern.test(text)))?.[0];
  return format === undefined ? {} : { format };
}

/**
 * Returns the types in a fixed order. If some numbers are not whole, `integer` is left out, because
 * `number` includes it.
 */
function typesOf(values: readonly unknown[]): readonly string[] {
  const found = new Set(values.map(typeOf));
  if (found.has('number')) found.delete('integer');
  return ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'].filter((type) =>
    found.has(type),
  );
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

const isObject = (value: unknown): value is Schema => typeOf(value) === 'object';
