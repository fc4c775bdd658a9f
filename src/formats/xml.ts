/** For XML content and attributes. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"'\n\r\t]/g, (one) => `&#${one.charCodeAt(0)};`);
