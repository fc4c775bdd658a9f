import type { Secret } from '../../settings/index.js';

/**
 * Replaces each secret by a reference to its environment variable, for example
 * `{{ $env.EXPORT_TOKEN }}`.
 */
export function withoutSecrets(text: string, secrets: readonly Secret[]): string {
  // One secret may be part of another, so longer secrets are replaced first.
  const ordered = [...secrets].sort((a, b) => b.value.length - a.value.length);
  return ordered.reduce(
    (safe, { name, value }) => safe.replaceAll(value, `{{ $env.${name} }}`),
    text,
  );
}

/** The environment variables that a script refers to. */
export const variablesOf = (script: string): readonly string[] => [
  ...new Set(
    [...script.matchAll(/(?:\$env\.|process\.env\.)([A-Z0-9_]+)/g)].map(([, name]) => name ?? ''),
  ),
];
