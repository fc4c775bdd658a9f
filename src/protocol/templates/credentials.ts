import type { Client, TemplatesTarget } from '../../settings/target.js';
import { inOtherCase } from '../other-case.js';

/** Whose credentials a token request has; `nobody` stands for a client that no server knows. */
export type Owner = 'first' | 'other' | 'unsupported' | 'nobody';

export const NOBODY: Client = { id: 'assay-no-such-client', secret: 'assay-wrong-secret' };

/** Id and secret as they are sent; a secret that is left out is undefined. */
export interface Sent {
  readonly id: string;
  readonly secret?: string | undefined;
}

function clientOf(owner: Owner, target: TemplatesTarget): Client | undefined {
  const { client, otherClient, unsupportedClient } = target;
  return { first: client, other: otherClient, unsupported: unsupportedClient, nobody: NOBODY }[owner];
}

/** The name that the settings of a client have: `ETM_CLIENT` for `ETM_CLIENT_ID` and `ETM_CLIENT_SECRET`. */
export const variableOf = (owner: Owner): string =>
  ({ first: 'ETM_CLIENT', other: 'ETM_OTHER_CLIENT', unsupported: 'ETM_UNSUPPORTED_CLIENT', nobody: 'NOBODY' })[owner];

/** One mistake in otherwise right credentials. */
interface Mistaken {
  readonly part: 'id' | 'secret';
  /** What was done, as part of the name of a secret. */
  readonly about: string;
  /** The part with the mistake; undefined where the secret is left out, or there is none to take. */
  readonly change: (text: string, others: readonly Client[]) => string | undefined;
  /** The shell word that makes it from the variable of the right one. */
  readonly recipe: (variable: string) => string;
}

const cutShort = (text: string): string => text.slice(0, -1);
const CASE_RECIPE = (variable: string): string => `"$(printf %s "$${variable}" | tr 'A-Za-z' 'a-zA-Z')"`;
const CUT_RECIPE = (variable: string): string => `"\${${variable}%?}"`;
const EMPTY_RECIPE = (): string => "''";

export const MISTAKES = {
  'a secret with a letter more': {
    part: 'secret',
    about: 'LENGTHENED',
    change: (text) => `${text}x`,
    recipe: (variable) => `"\${${variable}}x"`,
  },
  'a secret in the other case': {
    part: 'secret',
    about: 'IN_THE_OTHER_CASE',
    change: inOtherCase,
    recipe: CASE_RECIPE,
  },
  'an empty secret': { part: 'secret', about: 'EMPTIED', change: () => '', recipe: EMPTY_RECIPE },
  'no secret': { part: 'secret', about: 'LEFT_OUT', change: () => undefined, recipe: EMPTY_RECIPE },
  'a secret cut short': { part: 'secret', about: 'CUT_SHORT', change: cutShort, recipe: CUT_RECIPE },
  'a secret with another letter at its end': {
    part: 'secret',
    about: 'WITH_ANOTHER_END',
    change: (text) => `${text.slice(0, -1)}${text.endsWith('x') ? 'y' : 'x'}`,
    recipe: (variable) => `"$(printf %s "$${variable}" | sed -e 's/[^x]$/x/' -e t -e 's/x$/y/')"`,
  },
  "another client's secret": {
    part: 'secret',
    about: 'OF_ANOTHER',
    change: (text, others) => others.find(({ secret }) => secret !== text)?.secret ?? text,
    recipe: (variable) => `"$${variable === 'ETM_CLIENT_SECRET' ? 'ETM_OTHER_CLIENT_SECRET' : 'ETM_CLIENT_SECRET'}"`,
  },
  'a client id in the other case': {
    part: 'id',
    about: 'IN_THE_OTHER_CASE',
    change: inOtherCase,
    recipe: CASE_RECIPE,
  },
  'a client id cut short': { part: 'id', about: 'CUT_SHORT', change: cutShort, recipe: CUT_RECIPE },
} as const satisfies Readonly<Record<string, Mistaken>>;

export type Mistake = keyof typeof MISTAKES;

/** What is sent for a client, with a mistake or without; undefined where the settings do not allow it. */
export function sentFor(owner: Owner, mistake: Mistake | undefined, target: TemplatesTarget): Sent | undefined {
  const client = clientOf(owner, target);
  if (client === undefined || mistake === undefined) return client;
  const { part, change }: Mistaken = MISTAKES[mistake];
  const others = (['first', 'other', 'unsupported'] as const).flatMap((name) => clientOf(name, target) ?? []);
  const changed = change(
    client[part],
    others.filter(({ id }) => id !== client.id),
  );
  if (changed === client[part] || (part === 'id' && !changed)) return undefined;
  return { ...client, [part]: changed };
}
