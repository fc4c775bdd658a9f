import { createHash } from 'node:crypto';
import { type Html, html } from './html.js';

export interface Page {
  /** Plain text. */
  readonly title: string;
  readonly style: string;
  readonly script: string;
  /** Whether the script may send requests to the server of the page. Default false. */
  readonly connects?: boolean;
  readonly body: Html;
}

const hash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * One HTML file that needs nothing else: no request leaves it, and nothing but the script given
 * here runs in it, whatever a target answered.
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
