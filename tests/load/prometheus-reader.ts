/** A sample of Prometheus' text format. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(?:,|$)/;

/**
 * Reads the text format 0.0.4 as Prometheus does, and throws at what it would refuse: samples
 * outside their family, wrong escapes, duplicates, a missing last line feed, buckets that do not
 * add up.
 */
export function readExposition(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no line feed');
  const families = new Map<string, { type: string; help: string; samples: Sample[] }>();
  const known = new Set<string>();
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, help, words] = new RegExp(`^# HELP (${NAME}) (.*)$`).exec(line) ?? [];
    const [, typed, type] =
      new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`).exec(line) ?? [];
    if (help !== undefined) {
      if (families.has(help)) throw new Error(`${help} comes twice`);
      families.set(help, { type: '', help: words ?? '', samples: [] });
      current = help;
    } else if (typed !== undefined) {
      if (typed !== current) throw new Error(`the type of ${typed} is away from its help`);
      families.set(typed, { type: type ?? '', help: families.get(typed)?.help ?? '', samples: [] });
    } else {
      const sample = sampleOf(line);
      const family = families.get(current);
      const suffix = sample.name.slice(current.length);
      const allowed = family?.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      if (!family || !sample.name.startsWith(current) || !allowed.includes(suffix))
        throw new Error(`${sample.name} is not of the family ${current}`);
      const key = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
      if (known.has(key)) throw new Error(`${key} comes twice`);
      known.add(key);
      family.samples.push(sample);
    }
  }
  for (const family of families.values()) if (family.type === 'histogram') expectBuckets(family);
  return families;
}

function sampleOf(line: string): Sample {
  const [, name = '', , inside = '', value = ''] =
    new RegExp(`^(${NAME})(\\{(.*)\\})? (\\S+)$`).exec(line) ?? [];
  if (name === '' || !(/^[-+.\deE]+$/.test(value) && Number.isFinite(Number(value))))
    throw new Error(`not a sample: ${line}`);
  const labels: Record<string, string> = {};
  for (let rest = inside; rest !== ''; ) {
    const found = LABEL.exec(rest);
    if (!found?.[1]) throw new Error(`not a label: ${rest}`);
    labels[found[1]] = (found[2] ?? '').replace(/\\(.)/g, (_, one) => (one === 'n' ? '\n' : one));
    rest = rest.slice(found[0].length);
  }
  return { name, labels, value: Number(value) };
}

function expectBuckets({ samples }: Family): void {
  const series = new Map<string, Sample[]>();
  for (const sample of samples) {
    const { le: _, ...labels } = sample.labels;
    const key = JSON.stringify(Object.entries(labels).sort());
    series.set(key, [...(series.get(key) ?? []), sample]);
  }
  for (const [key, all] of series) {
    const counts = all.filter(({ name }) => name.endsWith('_bucket')).map(({ value }) => value);
    const last = all.find(({ labels }) => labels.le === '+Inf');
    const count = all.find(({ name }) => name.endsWith('_count'));
    const rises = counts.every((value, at) => at === 0 || value >= (counts[at - 1] ?? 0));
    if (!rises || last === undefined || last.value !== count?.value)
      throw new Error(`the buckets of ${key} do not add up`);
  }
}
