import {
  type Answer,
  type Context,
  needed,
  type SendOptions,
  type Target,
} from '../../src/harness/suite.js';
import { textsIn, tokenIn } from '../../src/protocol/templates/jwt.js';
import {
  type CallQuestion,
  isPlain,
  name,
  type Question,
  write,
} from '../../src/protocol/templates/question.js';
import * as credentials from '../../src/protocol/templates/token-request.js';

export const templatesOf = ({ templates }: Target) => needed(templates, 'template settings');

/** A call with a token as the document sends it. */
export const callWith = (token: string): CallQuestion => ({
  ask: 'templates',
  authorization: `Bearer ${token}`,
});

export interface Issued {
  readonly question: credentials.TokenQuestion;
  readonly answer: Answer;
}

/** What a run has seen of tokens up to now, which grows as it obtains more. */
export const nothingSeen = () => ({
  issued: new Map<string, Issued>(),
  /** Tokens that calls were answered with; refused afterwards although they had time left; and revoked. */
  answered: new Set<string>(),
  forgotten: new Set<string>(),
  revoked: new Set<string>(),
  /** The templates that each client was given at first. */
  items: new Map<credentials.Owner, ReadonlySet<string>>(),
});

export const seenOf = (context: Context): Promise<ReturnType<typeof nothingSeen>> =>
  context.facts.learn('templates.seen', async () => nothingSeen(), 'on nothing else');

/** Puts a question to the target; a token request is sent once in a run, unless it is to be a fresh one. */
export async function ask(
  context: Context,
  question: Question,
  options: SendOptions = {},
): Promise<Answer> {
  if (question.ask === 'token')
    return options.fresh
      ? issue(context, question)
      : context.facts.learn(`templates.${name(question)}`, (inner) => issue(inner, question));
  const answer = await context.ask(write(question, templatesOf(context.target)), options);
  const { issued, answered, items } = await seenOf(context);
  const token =
    question.ask === 'templates' && isPlain(question) ? tokenOf(question.authorization) : undefined;
  const owner = token === undefined ? undefined : issued.get(token)?.question.client;
  if (token === undefined || owner === undefined || !answer.ok) return answer;
  answered.add(token);
  if (!items.has(owner)) items.set(owner, textsIn(answer));
  return answer;
}

/** The token of a header `Bearer …`, the scheme in any case; empty where there is none behind it. */
export const tokenOf = (authorization: string | undefined): string | undefined =>
  /^Bearer(?: +|$)(\S*) *$/i.exec(authorization ?? '')?.[1];

async function issue(context: Context, question: credentials.TokenQuestion): Promise<Answer> {
  hideSecrets(context, question);
  const answer = await context.ask(write(question, templatesOf(context.target)));
  const token = tokenIn(answer);
  if (token === undefined) return answer;
  const { client, way } = question;
  context.secrets.registerToken(
    token,
    `npx --no -- assay token${client === 'other' ? ' --client other' : ''}${way === 'basic' ? ' --basic' : ''}`,
  );
  (await seenOf(context)).issued.set(token, { question, answer });
  return answer;
}

const ENCODE =
  'process.argv.slice(1).map((t) => new URLSearchParams({ t }).toString().slice(2)).join(":")';

/** Hides what is made of a secret, behind the shell words that make it. */
function hideSecrets(
  context: Context,
  { client, mistake, way, raw = false }: credentials.TokenQuestion,
): void {
  const target = templatesOf(context.target);
  const sent = credentials.sentFor(client, mistake, target);
  if (sent === undefined) return;
  const variable = credentials.variableOf(client);
  const change = mistake && credentials.made(client, mistake, target);
  const wordOf = (part: 'id' | 'secret'): string => {
    if (client === 'nobody') return credentials.NOBODY[part];
    return change?.part === part ? change.recipe : `"$${variable}_${part.toUpperCase()}"`;
  };
  const [id, secret] = [wordOf('id'), wordOf('secret')];
  const isDerived = change?.part === 'secret' && change.recipe.includes(`${variable}_SECRET`);
  if (isDerived)
    context.secrets.register(sent.secret ?? '', `${variable}_SECRET_${change.about}`, secret);
  if (way !== 'basic') return;
  // What needs no encoding can be left to curl; what does is encoded as it is here.
  const isAsItIs = credentials.joined(sent, raw) === credentials.joined(sent, true);
  const user = isAsItIs ? `${id}:${secret}` : `"$(node -p '${ENCODE}' ${id} ${secret})"`;
  const about = change === undefined ? '' : `_${change.part === 'id' ? 'ID_' : ''}${change.about}`;
  const name = `${variable}_BASIC${about}${raw ? '_RAW' : ''}`;
  context.secrets.register(
    credentials.basicOf(sent, raw).slice('Basic '.length),
    name,
    `-u ${user}`,
  );
}
