/** Words for the values and the requirements of JSON Schemas. */

/**
 * The pointer `/errors/0/status` is written as `errors[0].status`. `validate.ts` writes
 * `(document)` for the whole body.
 */
export const pathOf = (pointer: string): string =>
  pointer === '(document)'
    ? 'the body'
    : pointer
        .slice(1)
        .split('/')
        .reduce((path, part) => {
          if (/^\d+$/.test(part)) return `${path}[${part}]`;
          return path === '' ? part : `${path}.${part}`;
        }, '');

/**
 * A text becomes `the text "5"`, so that it is not taken for a number. Other values are unchanged.
 */
export const valueInWords = (json: string): string => (/^"/.test(json) ? `the text ${json}` : json);

/** A message of a JSON Schema validator, such as `must be number`. */
export const requirementInWords = (message: string): string =>
  message
    .replace(/^must NOT have fewer than 1 items$/, 'must not be empty')
    .replace(/^must NOT have/, 'must not have')
    .replace(/^must be (array|integer|object)$/, 'must be an $1')
    .replace(/^must be (boolean|number|string)$/, 'must be a $1');
