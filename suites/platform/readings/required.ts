/**
 * What the document requires of a response, by the clause that a mistake of this folder breaks. A
 * text follows the sentence of the mistake, so `it` and `there` refer to words of that sentence.
 */
export const REQUIRED: Readonly<Record<string, string>> = {
  'PLT-PAGE-1':
    'a page must have `success`, a boolean, `Entities`, an array of objects, and the integers `current`, `prev`, `next` and `count` in `meta.cursor`',
  'PLT-PAGE-2': 'it must be the number of entities in the response',
  'PLT-PAGE-3': 'a page must have at most `limit` entities, or 50 if no `limit` is sent',
  'PLT-PAGE-4':
    'a page must begin with the first entity whose id is above `cursor`, or above 0 if none is sent',
  'PLT-PAGE-5':
    'the pages from cursor 0 on, each after the `next` of the one before, must contain every entity once, in ascending order of the ids',
  'PLT-PAGE-6':
    'it must be the first id of the next page on every page, or on every page the last id of the page',
  'PLT-PAGE-7': 'it must be `cursor` of the request, or 0 if none is sent',
  'PLT-PAGE-8':
    'it must be 0 on the first page, and then the id before the page (or `previous` of the request)',
  'PLT-PAGE-10': 'only GET should return a page',
  'PLT-PAGE-11': 'integers in `limit`, `cursor` and `previous` must be accepted in any combination',
  'PLT-AUTH-2': 'it should say there how to authenticate (RFC 9110 11.6.1)',
};
