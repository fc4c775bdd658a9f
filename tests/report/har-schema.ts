const text = { type: 'string' };
const size = { type: 'integer' };
const pairs = {
  type: 'array',
  items: { type: 'object', required: ['name', 'value'], properties: { name: text, value: text } },
};
const message = {
  httpVersion: text,
  cookies: { type: 'array' },
  headers: pairs,
  headersSize: size,
  bodySize: size,
};
const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
});

/** What HAR 1.2 requires of a log without pages. */
export const harSchema = object({
  log: object({
    version: { const: '1.2' },
    creator: object({ name: text, version: text }),
    entries: {
      type: 'array',
      items: object({
        startedDateTime: { type: 'string', format: 'date-time' },
        time: { type: 'number', minimum: 0 },
        request: object({ method: text, url: text, queryString: pairs, ...message }),
        response: object({
          status: size,
          statusText: text,
          content: object({ size, mimeType: text }),
          redirectURL: text,
          ...message,
        }),
        cache: { type: 'object' },
        timings: object({
          send: { type: 'number' },
          wait: { type: 'number' },
          receive: { type: 'number' },
        }),
      }),
    },
  }),
});
