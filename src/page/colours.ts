type Palette = Readonly<Record<string, string>>;

const rules = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');

/**
 * CSS variables for light and dark mode. Dark colours apply only to screens, so that a printed page
 * is white.
 */
export const colours = (light: Palette, dark: Palette): string =>
  `:root { ${rules(light)} }
@media screen and (prefers-color-scheme: dark) { :root { ${rules(dark)} } }`;
