/** The clients and templates of the reference server. */

export interface Client {
  readonly id: string;
  readonly secret: string;
  readonly organization: string;
  /** Whether the client may use the grant `client_credentials`. */
  readonly clientCredentials: boolean;
}

/** A template belongs to an organization. Only clients of this organization receive it. */
export interface Template {
  readonly id: number;
  readonly name: string;
  readonly format: string;
  readonly organization: string;
}

/**
 * The secrets of the first two clients contain characters that Basic credentials encode (RFC 6749
 * section 2.3.1).
 */
export const CLIENTS: readonly Client[] = [
  {
    id: 'integration-north',
    secret: 'N0rth:s3cret%2B+& ü=/€',
    organization: 'north',
    clientCredentials: true,
  },
  {
    id: 'integration-south',
    secret: 'S0uth+s3cret%&:é',
    organization: 'south',
    clientCredentials: true,
  },
  {
    id: 'storefront-login',
    secret: 'Br0wser-l0gin-only',
    organization: 'north',
    clientCredentials: false,
  },
];

const template = (id: number, name: string, format: string, organization: string): Template => ({
  id,
  name,
  format,
  organization,
});

export const TEMPLATES: readonly Template[] = [
  template(11, 'Marketplace feed', 'csv', 'north'),
  template(12, 'Price list', 'xlsx', 'north'),
  template(15, 'Print catalogue', 'xml', 'north'),
  template(21, 'Wholesale feed', 'json', 'south'),
  template(22, 'Stock levels', 'csv', 'south'),
];
