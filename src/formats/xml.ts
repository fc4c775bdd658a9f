/** Escapes a text for XML content and attributes. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"'\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);
