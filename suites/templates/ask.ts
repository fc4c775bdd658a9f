/** Sends token requests and calls of the template API, and records issued and accepted tokens. */

import {
  type Answer,
  type Context,
  needed,
  type SendOptions,
  type Target,
} from '../../src/harness/index.js';
import { textsIn, tokenIn } from '../../src/protocol/templates/jwt.js';
import {
  isDocumentedCall,
  name,
  type Question,
  write,
} from '../../src/protocol/templates/question.js';
import * as credentials from '../../src/protocol/templates/token-request.js';
import { tokenOf } from './exchange.js';
import { nothingSeen, type Seen } from './facts.js';

export const templatesOf = ({ templates }: Target) => needed(templates, 'template settings');

/** The tokens of the run. They stay valid if facts change that were used to obtain them. */
export const seenOf = (context: Context): Promise<Seen> =>
  context.facts.learn('templates.seen', async () => nothingSeen(), 'on nothing else');

/** Sends a question. The same token request is sent only once in a run, unless `fresh` is set. */
export async function ask(
  context: Context,
  question: Question,
  options: SendOptions = {},
): Promise<Answer> {
  if (question.ask === 'token') {
    if (options.fresh) return requestToken(context, question);
    return context.facts.learn(`templates.${name(question)}`, (inner) =>
      requestToken(inner, question),
    );
  }
  const answer = await context.ask(write(question, templatesOf(context.target)), options);
  if (question.ask === 'templates' && isDocumentedCall(question) && answer.ok) {
    const token = tokenOf(question.authorization);
    if (token !== undefined) await noteAccepted(context, token, answer);
  }
  return answer;
}

/** Records an accepted token, and the first list of templates that its client received. */
async function noteAccepted(context: Context, token: string, answer: Answer): Promise<void> {
  const { issued, acceptedTokens, items } = await seenOf(context);
  const owner = issued.get(token)?.question.client;
  if (owner === undefined) return;
  acceptedTokens.add(token);
  if (!items.has(owner)) items.set(owner, textsIn(answer));
}

async function requestToken(
  context: Context,
  question: credentials.TokenQuestion,
): Promise<Answer> {
  registerSecrets(context, question);
  const answer = await context.ask(write(question, templatesOf(context.target)));
  const token = tokenIn(answer);
  if (token === undefined) return answer;
  const { client, way, writing } = question;
  const options = [
    ...(client === 'other' ? ['--client other'] : []),
    ...(way === 'basic' ? ['--basic'] : []),
    ...(writing === undefined ? [] : [`--request ${credentials.optionOf(writing)}`]),
  ];
  const command = ['npx --no -- assay token', ...options].join(' ');
  context.secrets.registerToken(token, command);
  (await seenOf(context)).issued.set(token, { question, answer });
  return answer;
}

/**
 * A program for `node -p` that form-encodes id and secret, and joins them with a colon. `slice(2)`
 * removes `t=`, the name under which `URLSearchParams` writes a text.
 */
const ENCODE =
  'process.argv.slice(1).map((t) => new URLSearchParams({ t }).toString().slice(2)).join(":")';

/**
 * Registers the secret values of a token request. Reports then contain the shell code that derives
 * a value, and not the value.
 */
function registerSecrets(context: Context, question: credentials.TokenQuestion): void {
  const { client, mistake, way, raw = false, writing } = question;
  const target = templatesOf(context.target);
  const sent = credentials.sentFor(client, mistake, target);
  if (sent === undefined) return;
  const variable = credentials.variableOf(client);
  const change = mistake && credentials.mistakeDetails(client, mistake, target);
  const shellCodeOf = (part: 'id' | 'secret'): string => {
    if (client === 'nobody') return credentials.NOBODY[part];
    return change?.part === part ? change.recipe : `"$${variable}_${part.toUpperCase()}"`;
  };
  const id = shellCodeOf('id');
  const secret = shellCodeOf('secret');
  const isDerived = change?.part === 'secret' && change.recipe.includes(`${variable}_SECRET`);
  if (isDerived) {
    context.secrets.register(sent.secret ?? '', `${variable}_SECRET_${change.about}`, secret);
  }
  if (way !== 'basic') return;
  // If id and secret need no encoding, curl joins them itself.
  const needsNoEncoding = credentials.basicPair(sent, raw) === credentials.basicPair(sent, true);
  const user = needsNoEncoding ? `${id}:${secret}` : `"$(node -p '${ENCODE}' ${id} ${secret})"`;
  const about = change === undefined ? '' : `_${change.part === 'id' ? 'ID_' : ''}${change.about}`;
  const named = `${variable}_BASIC${about}${raw ? '_RAW' : ''}`;
  const value = credentials.basicOf(sent, raw).slice('Basic '.length);
  context.secrets.register(value, named, `-u ${user}`);
  const faulty = writing && credentials.BASIC_FAULTS[writing];
  if (faulty === undefined) return;
  const { value: faultyValue, sed } = faulty.fault(value);
  context.secrets.register(
    faultyValue,
    `${named}_${faulty.about}`,
    `"$(printf %s ${user} | base64 | tr -d '\\n' | sed '${sed}')"`,
  );
}
