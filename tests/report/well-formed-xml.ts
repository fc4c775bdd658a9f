const TOKEN =
  /<\?xml [^<>]*\?>|<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;

/**
 * Says what is wrong with a text as XML 1.0 of the plain kind that we write: no CDATA, no comments,
 * no doctype.
 */
export function xmlFault(text: string): string | undefined {
  const odd = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.exec(text);
  if (odd !== null) return `a character that XML cannot hold at ${odd.index}`;
  const open: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) return `no tag and no text at ${at}: ${text.slice(at, at + 40)}`;
    const [, closing, name, attributes = '', selfClosing, between = ''] = match;
    if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(`${attributes}${between}`))
      return `a bare & at ${at}`;
    if (between.includes(']]>')) return `]]> at ${at}`;
    if (name === undefined) continue;
    if (closing === '/' && open.pop() !== name) return `</${name}> closes another element at ${at}`;
    if (closing === '' && selfClosing === '') open.push(name);
  }
  return open.length === 0 ? undefined : `<${open.at(-1)}> is never closed`;
}
