/** The table of the settings that environment variables can set. */

interface SettingRow {
  /** The name of the environment variable. */
  readonly variable: string;
  /** The member of the target file. Dots separate nested members. */
  readonly path: string;
  /** The description for users. */
  readonly about: string;
  readonly example: string;
}

/**
 * The environment is read with this table. `.env.example`, which `assay init` writes, and the table
 * in `docs/targets.md` have the same descriptions in the same order.
 */
export const settings = [
  {
    variable: 'EXPORT_BASE_URL',
    path: 'export.baseUrl',
    about: 'Base URL of the export API: {base_url} in the specification.',
    example: 'https://export.example.com',
  },
  {
    variable: 'EXPORT_TOKEN',
    path: 'export.destination.token',
    about: 'Authentication token of the destination.',
    example: 'your-token',
  },
  { variable: 'EXPORT_SITE_ID', path: 'export.siteId', about: 'Id of the site.', example: '123' },
  {
    variable: 'EXPORT_CHANNEL_ID',
    path: 'export.channelId',
    about: 'Id of the channel.',
    example: '456',
  },
  {
    variable: 'EXPORT_DESTINATION_ID',
    path: 'export.destination.id',
    about: 'Id of the destination.',
    example: '789',
  },
  {
    variable: 'EXPORT_OTHER_DESTINATION_ID',
    path: 'export.otherDestination.id',
    about: 'Id of a second destination, to test that each destination gets only its own data.',
    example: '790',
  },
  {
    variable: 'EXPORT_OTHER_TOKEN',
    path: 'export.otherDestination.token',
    about: 'Authentication token of the second destination.',
    example: 'another-token',
  },
  {
    variable: 'EXPORT_EMPTY_DESTINATION_ID',
    path: 'export.emptyDestination.id',
    about: 'Id of a destination without exported data.',
    example: '791',
  },
  {
    variable: 'EXPORT_EMPTY_TOKEN',
    path: 'export.emptyDestination.token',
    about: 'Authentication token of the destination without exported data.',
    example: 'a-third-token',
  },
  {
    variable: 'EXPORT_FIXTURE',
    path: 'export.fixture',
    about: 'JSON array or NDJSON file with exactly the records of the target.',
    example: 'products.ndjson',
  },
  {
    variable: 'EXPORT_SNAPSHOT',
    path: 'export.snapshot',
    about:
      'How many records are read at most. Filtered lists are compared with these records. Default 1000.',
    example: '1000',
  },
  {
    variable: 'EXPORT_RECORD_SCHEMA',
    path: 'export.recordSchema',
    about: 'JSON Schema of a product record: a file, or a pointer into an OpenAPI document.',
    example: 'vendor.yaml#/components/schemas/Product',
  },
  {
    variable: 'AUTH_URL',
    path: 'templates.authUrl',
    about: 'Base URL of the authentication server: {auth_url} in the specification.',
    example: 'https://auth.example.com',
  },
  {
    variable: 'ETM_BASE_URL',
    path: 'templates.baseUrl',
    about: 'Base URL of the export-template API: {etm_base_url} in the specification.',
    example: 'https://etm.example.com',
  },
  {
    variable: 'ETM_CLIENT_ID',
    path: 'templates.client.id',
    about: 'Id of the OAuth client.',
    example: 'your-client',
  },
  {
    variable: 'ETM_CLIENT_SECRET',
    path: 'templates.client.secret',
    about: 'Secret of the OAuth client.',
    example: 'your-secret',
  },
  {
    variable: 'ETM_OTHER_CLIENT_ID',
    path: 'templates.otherClient.id',
    about: 'Id of an OAuth client of a second organization.',
    example: 'other-client',
  },
  {
    variable: 'ETM_OTHER_CLIENT_SECRET',
    path: 'templates.otherClient.secret',
    about: 'Secret of the OAuth client of the second organization.',
    example: 'other-secret',
  },
  {
    variable: 'ETM_UNSUPPORTED_CLIENT_ID',
    path: 'templates.unsupportedClient.id',
    about: 'Id of an OAuth client that may not use the client credentials grant.',
    example: 'browser-client',
  },
  {
    variable: 'ETM_UNSUPPORTED_CLIENT_SECRET',
    path: 'templates.unsupportedClient.secret',
    about: 'Secret of the OAuth client that may not use the client credentials grant.',
    example: 'browser-secret',
  },
  {
    variable: 'ETM_REVOCATION_URL',
    path: 'templates.revocationUrl',
    about: 'URL that revokes tokens (RFC 7009). Default: the URL in the discovery document.',
    example: 'https://auth.example.com/revoke',
  },
  {
    variable: 'ETM_SCHEMA',
    path: 'templates.schema',
    about: 'JSON Schema of a template resource.',
    example: 'vendor.yaml#/components/schemas/Template',
  },
  {
    variable: 'PLATFORM_BASE_URL',
    path: 'platform.baseUrl',
    about: 'Base URL of the platform API: {platform_base_url} in the specification.',
    example: 'https://platform.example.com',
  },
  {
    variable: 'PLATFORM_COLLECTIONS',
    path: 'platform.collections',
    about: 'Names of the collections below /platform/v2/, separated by commas.',
    example: 'projects,sites',
  },
  {
    variable: 'PLATFORM_AUTH_HEADER',
    path: 'platform.headers',
    about: 'Name of the authentication header. Default X-Auth-Token.',
    example: 'X-Auth-Token',
  },
  {
    variable: 'PLATFORM_AUTH_VALUE',
    path: 'platform.headers',
    about: 'Value of the authentication header.',
    example: 'client:secret',
  },
  {
    variable: 'PLATFORM_ID_MEMBER',
    path: 'platform.idMember',
    about: 'Name of the member with the id of an entity. Default id.',
    example: 'id',
  },
  {
    variable: 'CDE_BASE_URL',
    path: 'handover.baseUrl',
    about: 'Base URL of the handover API: {cde_base_url} in the specification.',
    example: 'https://cde.example.com',
  },
  {
    variable: 'CDE_TOKEN',
    path: 'handover.token',
    about: 'Bearer token of a user who may hand over resources.',
    example: 'your-bearer-token',
  },
  {
    variable: 'CDE_HANDOVER_FROM',
    path: 'handover.from',
    about: 'Id of an expendable user whose resources are handed over.',
    example: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  },
  {
    variable: 'CDE_HANDOVER_TO',
    path: 'handover.to',
    about: 'Id of an expendable user who receives the resources.',
    example: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  },
  {
    variable: 'CDE_HANDOVER_LISTING',
    path: 'handover.listing',
    about: "Path below the base URL that lists a user's resources, with {user} for the user.",
    example: '/users/{user}/resources',
  },
  {
    variable: 'CDE_SCHEMA',
    path: 'handover.schema',
    about: 'JSON Schema of the body of a successful handover.',
    example: 'vendor.yaml#/components/schemas/HandoverResult',
  },
  {
    variable: 'ASSAY_PACE',
    path: 'pace',
    about: 'Maximum rate of requests to one host, over all interfaces, e.g. 60/min.',
    example: '60/min',
  },
  {
    variable: 'ASSAY_CONCURRENCY',
    path: 'concurrency',
    about: 'Maximum number of concurrent requests. Default 4.',
    example: '4',
  },
  {
    variable: 'ASSAY_TIMEOUT',
    path: 'timeout',
    about: 'Maximum time for a response. Default 10s.',
    example: '10s',
  },
  {
    variable: 'ASSAY_PATIENCE',
    path: 'patience',
    about:
      'How long a check may wait for an event, such as the expiry of a token; a run ends if all responses are lost for eight times as long. Default 10s.',
    example: '10s',
  },
  {
    variable: 'ASSAY_HEADERS',
    path: 'headers',
    about: 'Headers sent with every request, as Name: value, separated by line breaks.',
    example: '"X-Tenant: acme"',
  },
  {
    variable: 'ASSAY_PROXY',
    path: 'proxy',
    about: 'URL of a proxy for all requests. Default: HTTPS_PROXY, but only for https.',
    example: 'http://proxy.example.com:3128',
  },
  {
    variable: 'ASSAY_NO_PROXY',
    path: 'noProxy',
    about: 'Hosts that are reached without the proxy, separated by commas. Default: NO_PROXY.',
    example: 'localhost,.internal',
  },
  {
    variable: 'ASSAY_CA',
    path: 'tls.ca',
    about: 'PEM file of certificate authorities trusted in addition to those of Node.',
    example: 'company-ca.pem',
  },
  {
    variable: 'ASSAY_CERT',
    path: 'tls.cert',
    about: 'PEM file of the client certificate.',
    example: 'client.pem',
  },
  {
    variable: 'ASSAY_KEY',
    path: 'tls.key',
    about: 'PEM file of the private key of the client certificate.',
    example: 'client-key.pem',
  },
  {
    variable: 'ASSAY_KEY_PASSPHRASE',
    path: 'tls.passphrase',
    about: 'Passphrase of the private key.',
    example: 'your-passphrase',
  },
] as const satisfies readonly SettingRow[];
