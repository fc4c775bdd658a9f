import type { Context } from '../../src/harness/index.js';
import type { Client, TemplatesTarget } from '../../src/settings/index.js';

/** The template settings of a target; every check of this interface needs them. */
export function templatesOf({ target }: Context): TemplatesTarget {
  if (target.templates === undefined) throw new Error('a template check was put to a target without template settings');
  return target.templates;
}

/** A client under the name that its settings have, `ETM_CLIENT` for `ETM_CLIENT_ID` and `ETM_CLIENT_SECRET`. */
export interface NamedClient extends Client {
  readonly variable: string;
  /** Where the secret is made from the one of the settings: what was done to it, and the shell word that does it. */
  readonly made?: { readonly about: string; readonly recipe: string };
  /** The shell word that makes the id, where it is not the one of the settings. */
  readonly madeId?: string;
}

/** The client of the second organization, where there is one. */
export const otherClientOf = (context: Context): NamedClient | undefined => {
  const { otherClient } = templatesOf(context);
  return otherClient && { ...otherClient, variable: 'ETM_OTHER_CLIENT' };
};

/** The client that is not set up for client credentials, where there is one. */
export const unsupportedClientOf = (context: Context): NamedClient | undefined => {
  const { unsupportedClient } = templatesOf(context);
  return unsupportedClient && { ...unsupportedClient, variable: 'ETM_UNSUPPORTED_CLIENT' };
};

/** The client under test; checks of this interface need it. */
export const clientOf = (context: Context): NamedClient => ({
  ...(templatesOf(context).client ?? { id: '', secret: '' }),
  variable: 'ETM_CLIENT',
});

export const realmOf = (context: Context): string => `${templatesOf(context).authUrl}/realms/External-Applications`;
export const tokenUrlOf = (context: Context): string => `${realmOf(context)}/protocol/openid-connect/token`;
