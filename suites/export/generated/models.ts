import type { ExportTarget } from '../../../src/harness/suite.js';
import type { Allows } from '../../../src/harness/tuples.js';
import type { Survey } from '../survey/data.js';
import { type Conditions, FACTORS, type FactorName, VALUES } from './conditions.js';
import { constraintsOf, type ModelFactor } from './constraints.js';

/** A value of a factor, and the conditions that it stands for. */
interface Value {
  readonly name: string;
  readonly conditions: Conditions;
}

/** Factors of requests and which of their values may stand together, each by the places of its factor and of itself. */
export interface Model {
  readonly factors: readonly ModelFactor[];
  readonly allows: Allows;
}

const modelOf = (factors: readonly (readonly [name: string, values: readonly Value[]])[]): Model => {
  const made = factors.map(([name, values]) => ({
    name,
    values: values.map((value) => value.name),
    stands: values.map(({ conditions }) => conditions),
  }));
  return { factors: made, allows: constraintsOf(made) };
};

/** The mistakes that a request may make, one at a time: an error hides what else is asked, so they have rows of their own. */
const MISTAKES: readonly Value[] = [
  { name: 'no token', conditions: { token: 'missing' } },
  { name: 'a malformed token', conditions: { token: 'malformed' } },
  { name: 'a foreign token', conditions: { token: 'foreign' } },
  { name: 'a token almost right', conditions: { token: 'almost right' } },
  { name: 'the token of another destination', conditions: { token: 'of another destination' } },
  { name: 'no destination', conditions: { destination: 'header missing' } },
  { name: 'a malformed destination', conditions: { destination: 'header malformed' } },
  { name: 'a destination without data', conditions: { destination: 'without data' } },
  { name: 'an unknown route', conditions: { route: 'unknown' } },
  // No mistake, but of its data nothing is known.
  { name: 'another destination', conditions: { destination: 'another' } },
];

/** The models of a products request on what the data and the settings of a target can ask. */
export function models(
  target: ExportTarget,
  survey: Survey,
  nullable: boolean,
): {
  /** Requests without a mistake. */
  readonly right: Model;
  /** Requests with one. */
  readonly wrong: Model;
  /** A mistake, route and format alone: what is brought together three at a time. */
  readonly doors: Model;
  /** Likewise the window, order and groups of a list on each route and in each format. */
  readonly lists: Model;
} {
  const columns = [...survey.columns.values()];
  const has = (kind: 'number' | 'text'): boolean =>
    columns.some((column) => column.kind === kind && column.values.size > 1);
  const offered: Readonly<Partial<Record<FactorName, (value: string) => boolean>>> = {
    orderBy: (value) => value === 'none' || has(value as 'number' | 'text'),
    kind: (value) => has(value as 'number' | 'text'),
    operator: (value) => nullable || !value.startsWith('IS'),
    offset: (value) => value === 'none' || survey.total > (value === '100' ? 101 : 3),
    limit: (value) => value === 'none' || Number(value) <= Math.max(2, survey.total),
    route: (value) => value !== 'unknown',
  };
  const factor = (name: FactorName, among: readonly string[] = VALUES[name]): readonly [string, readonly Value[]] => [
    name,
    among
      .filter((value) => offered[name]?.(value) ?? true)
      .map((value) => ({ name: value, conditions: { [name]: value } as Conditions })),
  ];
  const can = ({ conditions: { token, destination } }: Value): boolean =>
    (token !== 'of another destination' || target.otherDestination !== undefined) &&
    (destination !== 'another' || target.otherDestination !== undefined) &&
    (destination !== 'without data' || target.emptyDestination !== undefined);
  const mistake = ['mistake', MISTAKES.filter(can)] as const;
  // What a browser accepts is open (EXP-NEG-8), and opens nothing all the same.
  const [route, accept] = [factor('route'), factor('accept', ['json-api', 'plain', 'none'])];
  const others = FACTORS.filter((name) => !['route', 'accept', 'token', 'destination'].includes(name));
  return {
    right: modelOf([route, accept, ...others.map((name) => factor(name))]),
    wrong: modelOf([
      mistake,
      route,
      factor('accept'),
      factor('limit', ['none', '1', '100']),
      factor('offset', ['none', '1']),
      factor('orderBy'),
      factor('groupBy'),
      factor('mode'),
      factor('groups', ['0', '1', '2']),
    ]),
    doors: modelOf([mistake, route, accept]),
    lists: modelOf([
      route,
      accept,
      ...(['limit', 'offset', 'orderBy', 'groupBy', 'mode'] as const).map((name) => factor(name)),
    ]),
  };
}
