import type { Target } from '../settings/index.js';

/**
 * The interface whose base URL an address begins with. If there are several, the longest base URL
 * decides. undefined if there is none.
 */
export function interfaceOf(
  url: string,
  { export: products, templates, platform, handover }: Target,
): string | undefined {
  const bases: readonly (readonly [string, string | undefined])[] = [
    ['export', products?.baseUrl],
    ['templates', templates?.baseUrl],
    ['templates', templates?.authUrl],
    ['platform', platform?.baseUrl],
    ['handover', handover?.baseUrl],
  ];
  const found = bases
    .filter(
      ([, base]) =>
        base !== undefined && url.startsWith(base) && /^(?:[/?]|$)/.test(url.slice(base.length)),
    )
    .sort(([, a = ''], [, b = '']) => b.length - a.length);
  return found[0]?.[0];
}
