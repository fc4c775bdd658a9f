/** Stand-in values for missing secrets, and the settings of a target without its secrets. */

import type { TargetFile } from '../schema/types.js';
import { nameOfStandIn, standInFor } from './stand-in-names.js';
import type { Target } from './target.js';

/**
 * Returns the settings in the form of a target file. Each secret is replaced by `${NAME}`. The
 * fixture, the schemas, the gate and what only concerns sending, such as added header fields, are
 * left out.
 */
export function settingsOf(target: Target): TargetFile & Record<string, unknown> {
  const {
    name,
    patienceMs,
    allow,
    export: products,
    templates,
    platform,
    handover,
    interfaces,
  } = target;
  const { destructive, unsafeMethods, secretsInUrls, hostileValues } = allow;
  const {
    fixture: _fixture,
    headers: _ofExport,
    recordSchema: _recordSchema,
    ...exportSettings
  } = products ?? {};
  const { headers: _ofTemplates, schema: _resource, ...templatesSettings } = templates ?? {};
  const { headers: _ofHandover, schema: _body, ...handoverSettings } = handover ?? {};
  const { schemas: _schemas, ...platformSettings } = platform ?? {};
  const variables = new Map(target.secrets.map((secret) => [secret.value, `\${${secret.name}}`]));
  const settings = {
    name,
    patience: `${patienceMs}ms`,
    allow: {
      destructive,
      unsafeMethods,
      secretsInUrls,
      hostileValues,
      weakSecrets: target.weakSecrets.length > 0,
    },
    export: products && exportSettings,
    templates: templates && templatesSettings,
    platform: platform && platformSettings,
    handover: handover && handoverSettings,
    interfaces: Object.keys(interfaces).length === 0 ? undefined : interfaces,
  };
  // The placeholder of a token may follow a scheme, such as Bearer.
  const withoutTokens = (text: string): string =>
    (target.credentials ?? []).reduce(
      (clean, { name, placeholder }) => clean.replaceAll(placeholder, `\${${name}}`),
      text,
    );
  return JSON.parse(
    JSON.stringify(settings, (_key, value) =>
      typeof value === 'string' ? (variables.get(value) ?? withoutTokens(value)) : value,
    ),
  );
}

/**
 * Replaces each `${NAME}` in a target file by the value of the variable, or by a stand-in if the
 * variable is unset.
 */
export const withStandIns = (
  value: unknown,
  variables: Readonly<Record<string, string | undefined>> = {},
): unknown =>
  JSON.parse(JSON.stringify(value), (_, member: unknown) =>
    typeof member === 'string'
      ? member.replace(
          /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g,
          (__, name: string) => variables[name] || standInFor(name),
        )
      : member,
  );

const isStandIn = (value: string): boolean => nameOfStandIn(value) !== undefined;

/**
 * Sets a secret that was read from recorded requests, or a stand-in if the secret is unknown.
 * The value is hidden in all output, like a configured secret.
 */
export function withSecret(
  target: Target,
  name: string,
  recorded: string | undefined,
  fill: (target: Target, value: string) => Target,
): Target {
  const value = recorded === undefined || recorded === '' ? standInFor(name) : recorded;
  const known = target.secrets.some((secret) => secret.name === name || secret.value === value);
  return fill(known ? target : { ...target, secrets: [...target.secrets, { name, value }] }, value);
}

/** Whether the value is defined and not a stand-in. */
export const isKnown = (value: string | undefined): boolean =>
  value !== undefined && !isStandIn(value);
