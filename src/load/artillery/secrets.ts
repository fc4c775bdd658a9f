/** Replaces secrets in a script by environment variables. */

import type { Secret } from '../../settings/index.js';

/**
 * Replaces each secret in a text by a reference to its environment variable, such as `{{
 * $env.EXPORT_TOKEN }}`.
 */
export function withoutSecrets(text: string, secrets: readonly Secret[]): string {
  // Longer secrets are replaced first, because one secret may be part of another.
  const ordered = [...secrets].sort((a, b) => b.value.length - a.value.length);
  return ordered.reduce(
    (safe, { name, value }) => safe.replaceAll(value, `{{ $env.${name} }}`),
    text,
  );
}

/** The environment variables that a script uses. */
export const variablesOf = (script: string): readonly string[] => [
  ...new Set(
    [...script.matchAll(/(?:\$env\.|process\.env\.)([A-Z0-9_]+)/g)].map(([, name]) => name ?? ''),
  ),
];
