/** JSON in lines, where nothing but blanks is changed by it; else as it came. */
export function prettyJson(body: string): string {
  if (!/^[[{]/.test(body)) return body;
  try {
    const value: unknown = JSON.parse(body);
    return JSON.stringify(value) === body ? JSON.stringify(value, null, 2) : body;
  } catch {
    return body;
  }
}

/** The parameters of a query as people read them, decoded; none where it is as plain as it was sent. */
export function decodedQuery(url: string): readonly string[] {
  const query = url.split('?')[1] ?? '';
  if (!/[%+]/.test(query)) return [];
  return [...new URLSearchParams(query)].map(([name, value]) => `${name} = ${value}`);
}
