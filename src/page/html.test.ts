import { expect, it } from 'vitest';
import { embedJson, html, htmlDocument, joined, lines } from './index.js';

const unescaped = `<b>"it's" & more</b>`;
const escaped = '&lt;b&gt;&quot;it&#39;s&quot; &amp; more&lt;/b&gt;';

it('escapes inserted text between tags and in attributes', () => {
  expect(String(html`<p title="${unescaped}">${unescaped}</p>`)).toBe(
    `<p title="${escaped}">${escaped}</p>`,
  );
});

it('inserts HTML unchanged, and accepts lists of texts and of HTML', () => {
  const items = ['a & b', 3].map((item) => html`<li>${item}</li>`);
  expect(String(html`<ul>${items}</ul>${['<', html`<br>`]}`)).toBe(
    '<ul><li>a &amp; b</li><li>3</li></ul>&lt;<br>',
  );
});

it('joins texts and HTML', () => {
  expect(String(joined(['<', html`<i>`], html`<br>`))).toBe('&lt;<br><i>');
  expect(String(lines(['a', html`<i>`]))).toBe('a\n<i>');
});

it('escapes JSON so that no element can end in it', () => {
  expect(String(embedJson('</script>'))).toBe('"\\u003c/script\\u003e"');
});

it('accepts only escaped HTML as a page', () => {
  // @ts-expect-error A string is not accepted, because it may contain any HTML.
  htmlDocument({ title: '', style: '', script: '', body: unescaped });
  // @ts-expect-error Another object with `toString` is not accepted either.
  htmlDocument({ title: '', style: '', script: '', body: { toString: () => unescaped } });
});
