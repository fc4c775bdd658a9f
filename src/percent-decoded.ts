/**
 * Decodes percent-encoded text (RFC 3986 section 2.1) as UTF-8. A text with an invalid escape is
 * returned unchanged.
 */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
