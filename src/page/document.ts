import { createHash } from 'node:crypto';
import { type Html, html } from './html.js';

export interface Page {
  /** Plain text. */
  readonly title: string;
  readonly style: string;
  readonly script: string;
  /** The script may send requests to the server of the page. Default false. */
  readonly connects?: boolean;
  readonly body: Html;
}

const hash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * A self-contained HTML file. Its content security policy allows no other script, so text from the
 * target (the server under test) cannot run. It allows no requests, or with `connects` only
 * requests to the server of the page.
 */
export function htmlDocument({ title, style, script, body, connects = false }: Page): string {
  const policy = `default-src 'none'; ${connects ? "connect-src 'self'; " : ''}script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${html`<title>${title}</title>`}
<style>${style}</style>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
}
