/** The script of the page: filter, deep links, copying. The page is whole without it. Runs in the browser. */
export const script = `
'use strict';
(() => {
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const checks = all('.check').map((element) => ({ element, verdict: element.dataset.verdict, words: '' }));
  const groups = all('.group').map((element) => ({ element, open: element.open }));
  const query = one('#query');
  const buttons = all('[data-show]');
  const say = (words) => { one('#said').textContent = words; };

  const filter = () => {
    const wanted = query.value.trim().toLowerCase().split(/\\s+/).filter(Boolean);
    const shown = new Set(buttons.filter((button) => button.getAttribute('aria-pressed') === 'true').map((button) => button.dataset.show));
    const narrowed = wanted.length > 0 || shown.size > 0;
    let found = 0;
    for (const check of checks) {
      if (wanted.length > 0 && check.words === '') check.words = check.element.textContent.toLowerCase();
      const fits = (shown.size === 0 || shown.has(check.verdict)) && wanted.every((word) => check.words.includes(word));
      check.element.hidden = !fits;
      if (fits) found++;
    }
    for (const cause of all('.cause')) cause.hidden = !cause.querySelector('.check:not([hidden])');
    for (const group of groups) {
      const some = group.element.querySelector('.check:not([hidden])') !== null;
      group.element.hidden = !some;
      group.element.open = narrowed ? some : group.open;
    }
    one('#found').textContent = narrowed ? found + ' of ' + checks.length + ' checks' : '';
    one('#clear').hidden = !narrowed;
  };

  const clear = () => {
    query.value = '';
    for (const button of buttons) button.setAttribute('aria-pressed', 'false');
    filter();
  };

  const follow = () => {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch {}
    const target = id === '' ? null : document.getElementById(id);
    if (target === null) return;
    if (target.closest('[hidden]') !== null) clear();
    for (let part = target; part !== null; part = part.parentElement) if (part.tagName === 'DETAILS') part.open = true;
    target.scrollIntoView();
    const head = target.querySelector('summary');
    if (target.classList.contains('check') && head !== null) head.focus({ preventScroll: true });
  };

  const copy = async (button) => {
    const code = button.parentElement.querySelector('code');
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.firstChild.textContent = 'Copied';
      say('Copied');
    } catch {
      getSelection().selectAllChildren(code);
      button.firstChild.textContent = 'Selected';
      say('Selected: copy it with the keyboard');
    }
    setTimeout(() => { button.firstChild.textContent = 'Copy'; }, 2000);
  };

  one('#filter').hidden = false;
  for (const button of all('.copy')) button.hidden = false;
  query.addEventListener('input', filter);
  one('#filter').addEventListener('submit', (event) => event.preventDefault());
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button !== null && button.classList.contains('copy')) copy(button);
    if (button !== null && button.dataset.show !== undefined) {
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
      filter();
    }
    if (button !== null && button.id === 'clear') {
      clear();
      query.focus();
    }
    const cell = event.target.closest('a[data-find]');
    if (cell !== null) {
      event.preventDefault();
      clear();
      query.value = cell.dataset.find;
      filter();
      one('#checks').scrollIntoView();
      query.focus({ preventScroll: true });
    }
    const link = event.target.closest('a[href^="#"]:not([data-find])');
    if (link !== null && link.hash === location.hash) follow();
  });
  addEventListener('hashchange', follow);
  follow();
})();
`;
