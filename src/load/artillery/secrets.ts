import type { Secret } from '../../settings/index.js';

/**
 * Text in which each secret is taken from the environment by Artillery: `{{ $env.EXPORT_TOKEN }}`.
 */
export function withoutSecrets(text: string, secrets: readonly Secret[]): string {
  // The longest first: one secret may be part of another.
  const ordered = [...secrets].sort((a, b) => b.value.length - a.value.length);
  return ordered.reduce(
    (safe, { name, value }) => safe.replaceAll(value, `{{ $env.${name} }}`),
    text,
  );
}

/** The environment variables that a script needs. */
export const variablesOf = (script: string): readonly string[] => [
  ...new Set(
    [...script.matchAll(/(?:\$env\.|process\.env\.)([A-Z0-9_]+)/g)].map(([, name]) => name ?? ''),
  ),
];
