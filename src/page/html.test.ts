import { expect, it } from 'vitest';
import { embedJson, html, htmlDocument, joined, lines } from './index.js';

const said = `<b>"it's" & more</b>`;
const escaped = '&lt;b&gt;&quot;it&#39;s&quot; &amp; more&lt;/b&gt;';

it('escapes what is put into it, between tags and in an attribute', () => {
  expect(String(html`<p title="${said}">${said}</p>`)).toBe(`<p title="${escaped}">${escaped}</p>`);
});

it('leaves HTML as it is, and takes lists of either', () => {
  const items = ['a & b', 3].map((item) => html`<li>${item}</li>`);
  expect(String(html`<ul>${items}</ul>${['<', html`<br>`]}`)).toBe(
    '<ul><li>a &amp; b</li><li>3</li></ul>&lt;<br>',
  );
});

it('joins pieces', () => {
  expect(String(joined(['<', html`<i>`], html`<br>`))).toBe('&lt;<br><i>');
  expect(String(lines(['a', html`<i>`]))).toBe('a\n<i>');
});

it('gives JSON in which no element ends', () => {
  expect(String(embedJson('</script>'))).toBe('"\\u003c/script\\u003e"');
});

it('makes no page of what was not escaped', () => {
  // @ts-expect-error A string may hold anything.
  htmlDocument({ title: '', style: '', script: '', body: said });
  // @ts-expect-error Nor does something that only looks like HTML pass.
  htmlDocument({ title: '', style: '', script: '', body: { toString: () => said } });
});
