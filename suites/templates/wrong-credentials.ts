import { type Context, skip, swapCase } from '../../src/harness/index.js';
import type { Answer } from '../../src/http/index.js';
import { clientOf, type NamedClient, otherClientOf, unsupportedClientOf } from './endpoint.js';
import { basicToken } from './issued-tokens.js';
import { askToken, credentials, GRANT } from './token-request.js';

export const NOBODY = { id: 'assay-no-such-client', secret: 'assay-wrong-secret' };

/** What is done to a client's credentials; undefined where that changes nothing, or cannot be done. */
type Mistake = (client: NamedClient, context: Context) => NamedClient | undefined;

const secret =
  (about: string, change: (secret: string) => string, recipe: (variable: string) => string): Mistake =>
  (client, context) => {
    const changed = change(client.secret);
    if (changed === client.secret) return undefined;
    const word = recipe(`${client.variable}_SECRET`);
    context.secrets.register(changed, `${client.variable}_SECRET_${about}`, word);
    return { ...client, secret: changed, made: { about, recipe: word } };
  };

const id =
  (change: (id: string) => string, recipe: (variable: string) => string): Mistake =>
  (client) => {
    const changed = change(client.id);
    return changed === client.id || changed === ''
      ? undefined
      : { ...client, id: changed, madeId: recipe(`${client.variable}_ID`) };
  };

const inTheOtherCase = (variable: string): string => `"$(printf %s "$${variable}" | tr 'A-Za-z' 'a-zA-Z')"`;

/** The secret of another client that is configured. */
const ofAnother: Mistake = (client, context) => {
  const another = [clientOf(context), otherClientOf(context), unsupportedClientOf(context)].find(
    (candidate) => candidate !== undefined && candidate.id !== client.id && candidate.secret !== client.secret,
  );
  return (
    another && {
      ...client,
      secret: another.secret,
      made: { about: 'OF_ANOTHER', recipe: `"$${another.variable}_SECRET"` },
    }
  );
};

/** Mistakes in otherwise right credentials, one at a time. */
const MISTAKES = {
  'a secret with a letter more': secret(
    'LENGTHENED',
    (text) => `${text}x`,
    (variable) => `"\${${variable}}x"`,
  ),
  'an unknown client': (client) => ({
    ...client,
    ...NOBODY,
    made: { about: 'OF_NOBODY', recipe: NOBODY.secret },
    madeId: NOBODY.id,
  }),
  'a secret in the other case': secret('IN_THE_OTHER_CASE', swapCase, inTheOtherCase),
  'an empty secret': secret(
    'EMPTIED',
    () => '',
    () => "''",
  ),
  'no secret': secret(
    'LEFT_OUT',
    () => '',
    () => "''",
  ),
  'a secret cut short': secret(
    'CUT_SHORT',
    (text) => text.slice(0, -1),
    (variable) => `"\${${variable}%?}"`,
  ),
  'a secret with another letter at its end': secret(
    'WITH_ANOTHER_END',
    (text) => `${text.slice(0, -1)}${text.endsWith('x') ? 'y' : 'x'}`,
    (variable) => `"$(printf %s "$${variable}" | sed -e 's/[^x]$/x/' -e t -e 's/x$/y/')"`,
  ),
  "another client's secret": ofAnother,
  'a client id in the other case': id(swapCase, inTheOtherCase),
  'a client id cut short': id(
    (text) => text.slice(0, -1),
    (variable) => `"\${${variable}%?}"`,
  ),
} as const satisfies Readonly<Record<string, Mistake>>;

type Row = readonly [mistake: keyof typeof MISTAKES, way: 'form' | 'basic', who: 'first' | 'other'];

/** Each mistake in both ways, and with both clients: every pair of conditions. The first two are rested on by others. */
export const ROWS: readonly Row[] = [
  ['a secret with a letter more', 'form', 'first'],
  ['an unknown client', 'form', 'first'],
  ['a secret in the other case', 'basic', 'first'],
  ['an empty secret', 'form', 'first'],
  ['a secret cut short', 'form', 'first'],
  ["another client's secret", 'form', 'first'],
  ['a secret with a letter more', 'basic', 'other'],
  ['a client id in the other case', 'form', 'first'],
  ['an empty secret', 'basic', 'other'],
  ["another client's secret", 'basic', 'other'],
  ['a client id in the other case', 'basic', 'other'],
  ['a secret in the other case', 'form', 'other'],
  ['a client id cut short', 'form', 'other'],
  ['a client id cut short', 'basic', 'first'],
  ['a secret cut short', 'basic', 'other'],
  ['an unknown client', 'basic', 'other'],
  ['a secret with another letter at its end', 'form', 'first'],
  ['a secret with another letter at its end', 'basic', 'other'],
  ['no secret', 'form', 'first'],
];

export interface Refused {
  readonly name: string;
  readonly answer: Answer;
  /** It may be called malformed as well (400): nothing is wrong that is not there, and Basic without a secret is no pair. */
  readonly mayBeMalformed: boolean;
}

/** The credentials of a row; undefined where the settings cannot ask it. */
function credentialsOf(context: Context, [mistake, , who]: Row): NamedClient | undefined {
  const other = who === 'other' ? otherClientOf(context) : undefined;
  return MISTAKES[mistake](other ?? clientOf(context), context);
}

/** The places of the rows that the settings can ask. */
export const askable = (context: Context): readonly number[] =>
  [...ROWS.entries()].flatMap(([index, row]) => (credentialsOf(context, row) === undefined ? [] : [index]));

/** Each row once in a run: the token endpoint is spared. Undefined where the settings cannot ask it. */
export const refused = (context: Context, index: number): Promise<Refused | undefined> =>
  context.facts.learn(`templates.refusal-${index}`, async (inner) => {
    const row = ROWS[index] ?? skip('budget', 'no request is left');
    const [mistake, way, who] = row;
    const wrong = credentialsOf(inner, row);
    if (wrong === undefined) return undefined;
    const isOther = who === 'other' && otherClientOf(inner) !== undefined;
    const name = `${mistake}${way === 'basic' ? ' with HTTP Basic' : ''}${isOther ? ', of the second organization' : ''}`;
    if (way === 'form') {
      const isMissing = mistake === 'no secret';
      const form = { ...GRANT, ...(isMissing ? { client_id: wrong.id } : credentials(wrong)) };
      return { name, mayBeMalformed: isMissing, answer: await askToken(inner, { form }) };
    }
    const { spelling } = await basicToken(inner);
    const answer = await askToken(inner, { form: GRANT, basic: wrong, spelling });
    return { name, mayBeMalformed: wrong.secret === '', answer };
  });
