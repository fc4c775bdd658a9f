interface Element {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly children: readonly string[];
}

const PROBLEM = { required: ['type'], optional: ['message'], children: [] };

/**
 * What the schemas of Jenkins' xUnit plugin (junit-10.xsd) and of Surefire
 * (surefire-test-report.xsd) both take; `testsuites` and `timestamp` are Jenkins' alone, and the
 * `type` of a problem is asked for by Surefire.
 */
const ELEMENTS: Readonly<Record<string, Element>> = {
  testsuites: {
    required: [],
    optional: ['name', 'time', 'tests', 'failures', 'errors'],
    children: ['testsuite'],
  },
  testsuite: {
    required: ['name', 'tests', 'failures', 'errors', 'skipped'],
    optional: ['group', 'time', 'timestamp'],
    children: ['properties', 'testcase'],
  },
  properties: { required: [], optional: [], children: ['property'] },
  property: { required: ['name', 'value'], optional: [], children: [] },
  testcase: {
    required: ['name'],
    optional: ['classname', 'group', 'time'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  failure: PROBLEM,
  error: PROBLEM,
  skipped: { required: [], optional: ['message'], children: [] },
  'system-out': { required: [], optional: [], children: [] },
  'system-err': { required: [], optional: [], children: [] },
};

const TIME = /^\d{1,3}(?:,\d{3})*(?:\.\d{0,3})?$|^\d+\.\d{3}$/;

/** Says what is wrong with well-formed XML as JUnit results, or nothing. */
export function junitFault(text: string): string | undefined {
  const open: string[] = [];
  for (const [, closing, name = '', attributes = '', selfClosing] of text.matchAll(
    /<(\/?)([A-Za-z][\w-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    if (closing === '/') {
      open.pop();
      continue;
    }
    const fault = placeFault(name, open.at(-1)) ?? attributesFault(name, attributes);
    if (fault !== undefined) return fault;
    if (selfClosing === '') open.push(name);
  }
  return undefined;
}

/** What is wrong with an element inside another one. */
function placeFault(name: string, parent: string | undefined): string | undefined {
  if (!(name in ELEMENTS)) return `there is no element ${name}`;
  const allowed = parent === undefined ? ['testsuites'] : (ELEMENTS[parent]?.children ?? []);
  return allowed.includes(name)
    ? undefined
    : `${name} may not stand in ${parent ?? 'the document'}`;
}

function attributesFault(name: string, attributes: string): string | undefined {
  const { required = [], optional = [] } = ELEMENTS[name] ?? {};
  const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)];
  const given = new Map(pairs.map(([, key = '', value = '']) => [key, value]));
  const stranger = [...given.keys()].find((key) => ![...required, ...optional].includes(key));
  if (stranger !== undefined) return `${name} has no attribute ${stranger}`;
  const missing = required.find((key) => !given.has(key));
  if (missing !== undefined) return `${name} lacks ${missing}`;
  const time = given.get('time');
  return time === undefined || TIME.test(time) ? undefined : `${name} has the time ${time}`;
}
