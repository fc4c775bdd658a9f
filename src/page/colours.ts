type Palette = Readonly<Record<string, string>>;

const rules = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');

/**
 * Colours as variables, in light and in dark. Dark ones are for screens alone: paper is white,
 * whatever the reader prefers.
 */
export const colours = (light: Palette, dark: Palette): string =>
  `:root { ${rules(light)} }
@media screen and (prefers-color-scheme: dark) { :root { ${rules(dark)} } }`;
