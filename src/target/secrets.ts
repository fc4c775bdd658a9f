import type { TargetFile } from '../schema/types.js';

/** A value that no artefact may show, and how it is named where it stood. */
export interface Secret {
  /** The environment variable it belongs in, without the dollar sign. */
  readonly name: string;
  readonly value: string;
}

/** Every secret of a target file, under the variable name that the environment uses for it. */
export function secretsOf(file: TargetFile): readonly Secret[] {
  const { export: products, templates, platform, handover, interfaces = {} } = file;
  const named: [string, string | undefined][] = [
    ['EXPORT_TOKEN', products?.destination?.token],
    ['EXPORT_OTHER_TOKEN', products?.otherDestination?.token],
    ['EXPORT_EMPTY_TOKEN', products?.emptyDestination?.token],
    ['ETM_CLIENT_SECRET', templates?.client?.secret],
    ['ETM_OTHER_CLIENT_SECRET', templates?.otherClient?.secret],
    ['ETM_UNSUPPORTED_CLIENT_SECRET', templates?.unsupportedClient?.secret],
    ['CDE_TOKEN', handover?.token],
    ...headerSecrets('PLATFORM', platform?.headers),
    ...Object.entries(interfaces).flatMap(([name, { headers }]) => headerSecrets(variableName(name), headers)),
  ];
  return named.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [{ name, value }]));
}

/** A header value as a whole, and the part that is the secret in `client_id:client_secret` or `Scheme secret`. */
function headerSecrets(owner: string, headers: Readonly<Record<string, string>> = {}): [string, string][] {
  return Object.values(headers).flatMap((value, index): [string, string][] => {
    const name = index === 0 ? `${owner}_AUTH_VALUE` : `${owner}_AUTH_VALUE_${index + 1}`;
    const part = /^(?:[^:\s]+:|\S+ )(\S{6,})$/.exec(value)?.[1];
    return part === undefined
      ? [[name, value]]
      : [
          [name, value],
          [`${name}_SECRET`, part],
        ];
  });
}

const variableName = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
