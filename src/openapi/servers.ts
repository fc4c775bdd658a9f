/** The servers of the OpenAPI document. */

import type { Server } from './openapi.js';

/** `variable` is the name of the address in the specification. */
const SERVERS = {
  export: { variable: 'base_url', example: 'https://export.example.com', about: 'The export API.' },
  templates: {
    variable: 'etm_base_url',
    example: 'https://etm.example.com',
    about: 'The export-template API.',
  },
  auth: {
    variable: 'auth_url',
    example: 'https://auth.example.com',
    about: 'The authentication server.',
  },
  platform: {
    variable: 'platform_base_url',
    example: 'https://platform.example.com',
    about: 'The platform API.',
  },
  handover: {
    variable: 'cde_base_url',
    example: 'https://cde.example.com',
    about: 'The handover API.',
  },
} as const;

export type ServerName = keyof typeof SERVERS;

/** The base URLs of the servers. Default: the examples. */
export type Addresses = Readonly<Partial<Record<ServerName, string>>>;

/** The URL of the server is a variable, such as `{base_url}`, whose default is the base URL. */
export function serverAt(name: ServerName, addresses: Addresses): Server {
  const { variable, example, about } = SERVERS[name];
  return {
    url: `{${variable}}`,
    variables: { [variable]: { default: addresses[name] ?? example, description: about } },
  };
}
