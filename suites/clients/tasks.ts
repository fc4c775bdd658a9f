/** The tasks that `ASSAY_TASK` may name, and what a client does for each. Exit code 64: "I do not do that". */
export const tasks = {
  'list-templates N': 'call the template list N times, one after the other, with one client',
  'list-templates-at-once N': 'call the template list N times at once, with one client',
  'list-templates-for SECONDS': 'call the template list about every 200 ms for this long, with one client',
  'export-all LIMIT':
    'page through all products of the v2 route by offset with this limit; print their ids, a line each',
  'export-legacy': 'call the deprecated route of the site and channel once',
  'export-legacy-filtered COLUMN VALUE': 'call the deprecated filtered route once',
  'export-read-error MEDIA-TYPE':
    'call the v2 route once with this Accept; the answer is an error: print its text unchanged',
  'walk COLLECTION LIMIT':
    'follow meta.cursor.next through a platform collection with this limit; print the ids, a line each',
} as const;
