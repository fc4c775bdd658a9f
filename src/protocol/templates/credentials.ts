import type { Client, TemplatesTarget } from '../../settings/target.js';
import { NEAR, type NearShape, nameOf, type TextShape } from '../shapes/text.js';

/** Whose credentials a token request has; `nobody` is a client that no server knows. */
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

/** One mistake in otherwise right credentials: `secret cut short`. */
export type Mistake = `${'id' | 'secret'} ${NearShape}` | (typeof OTHER_MISTAKES)[number];
const OTHER_MISTAKES = ['secret left out', 'secret in a list', 'secret of another client'] as const;

const SHAPES = Object.keys(NEAR) as NearShape[];
const shapeOf = (name: NearShape): TextShape => NEAR[name];
export const MISTAKES: readonly Mistake[] = [
  ...(['secret', 'id'] as const).flatMap((part) => SHAPES.map((shape): Mistake => `${part} ${shape}`)),
  ...OTHER_MISTAKES,
];

export function partOf(mistake: Mistake): readonly [part: 'id' | 'secret', shape: NearShape | undefined] {
  const [part, ...words] = mistake.split(' ');
  const shape = words.join(' ');
  return [part === 'id' ? 'id' : 'secret', SHAPES.find((one) => one === shape)];
}

/** How a mistake is named in a variable, and the shell word that makes the part from the variable of the right one. */
export function made(owner: Owner, mistake: Mistake, target: TemplatesTarget): { about: string; recipe: string } {
  const [part, shape] = partOf(mistake);
  const variable = `${variableOf(owner)}_${part.toUpperCase()}`;
  const other = variable === 'ETM_CLIENT_SECRET' ? 'ETM_OTHER_CLIENT_SECRET' : 'ETM_CLIENT_SECRET';
  const recipe =
    shape === undefined
      ? mistake === 'secret of another client'
        ? `"$${other}"`
        : "''"
      : shapeOf(shape).recipe(variable, clientOf(owner, target)?.[part] ?? '');
  return { about: nameOf(mistake.slice(part.length + 1)), recipe };
}

/** What is sent for a client, with a mistake or without; undefined where the settings do not allow it. */
export function sentFor(owner: Owner, mistake: Mistake | undefined, target: TemplatesTarget): Sent | undefined {
  const client = clientOf(owner, target);
  if (client === undefined || mistake === undefined) return client;
  if (mistake === 'secret left out' || mistake === 'secret in a list') return { ...client, secret: undefined };
  const [part, shape] = partOf(mistake);
  const others = (['first', 'other', 'unsupported'] as const).flatMap((name) => clientOf(name, target) ?? []);
  const changed =
    shape === undefined
      ? others.find(({ id, secret }) => id !== client.id && secret !== client.secret)?.secret
      : shapeOf(shape).change(client[part]);
  if (changed === undefined || changed === client[part] || (part === 'id' && changed === '')) return undefined;
  return { ...client, [part]: changed };
}
