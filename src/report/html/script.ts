/**
 * The browser script of the report. It filters checks, copies commands, follows links to checks and
 * reacts to keys. Without the script the page still shows everything.
 */
export const script = `
'use strict';
(() => {
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const checks = all('.check').map((element) => ({ element, verdict: element.dataset.verdict, text: '' }));
  const groups = all('.group').map((element) => ({ element, wasOpen: element.open, number: element.querySelector('h3 .soft'), total: element.querySelectorAll('.check').length }));
  const foldable = all('details[id]');
  const query = one('#query');
  const buttons = all('[data-show]');
  const announce = (words) => { one('#said').textContent = words; };

  const filter = () => {
    const wanted = query.value.trim().toLowerCase().split(/\\s+/).filter(Boolean);
    const shown = new Set(buttons.filter((button) => button.getAttribute('aria-pressed') === 'true').map((button) => button.dataset.show));
    const narrowed = wanted.length > 0 || shown.size > 0;
    let found = 0;
    for (const check of checks) {
      if (wanted.length > 0 && check.text === '') check.text = check.element.textContent.toLowerCase();
      const fits = (shown.size === 0 || shown.has(check.verdict)) && wanted.every((word) => check.text.includes(word));
      check.element.hidden = !fits;
      if (fits) found++;
    }
    for (const cause of all('.cause')) cause.hidden = !cause.querySelector('.check:not([hidden])');
    for (const part of all('.each')) part.open = narrowed && part.querySelector('.check:not([hidden])') !== null;
    for (const group of groups) {
      const left = group.element.querySelectorAll('.check:not([hidden])').length;
      const some = left > 0;
      group.number.textContent = left === group.total ? String(group.total) : left + ' of ' + group.total;
      group.element.hidden = !some;
      group.element.open = narrowed ? some : group.wasOpen;
    }
    one('#found').textContent = narrowed ? found + ' of ' + checks.length + ' checks' : '';
    one('#clear').hidden = !narrowed;
  };

  const clear = () => {
    query.value = '';
    for (const button of buttons) button.setAttribute('aria-pressed', 'false');
    filter();
  };

  // The address contains the filter and the open cards, so that it can be shared:
  // #?q=WORDS&show=VERDICTS&open=IDS
  const saveState = () => {
    const state = new URLSearchParams();
    const shown = buttons.filter((button) => button.getAttribute('aria-pressed') === 'true').map((button) => button.dataset.show);
    if (query.value.trim() !== '') state.set('q', query.value.trim());
    if (shown.length > 0) state.set('show', shown.join());
    state.set('open', foldable.filter(({ open }) => open).map(({ id }) => id).join());
    history.replaceState(null, '', '#?' + state);
  };

  const restore = (state) => {
    query.value = state.get('q') ?? '';
    const shown = (state.get('show') ?? '').split(',');
    for (const button of buttons) button.setAttribute('aria-pressed', String(shown.includes(button.dataset.show)));
    filter();
    const open = (state.get('open') ?? '').split(',');
    for (const part of foldable) part.open = open.includes(part.id);
    for (const part of all('.each')) part.open ||= part.querySelector('.check[open]') !== null;
    const first = state.has('q') || state.has('show') ? one('#checks') : all('.finding[open], .check[open]')[0];
    if (first !== undefined) first.scrollIntoView();
  };

  const cards = () => all('.finding, .check').filter((card) => card.checkVisibility());
  const focusCard = (by) => {
    const shown = cards();
    const at = shown.findIndex((card) => card.contains(document.activeElement));
    const next = shown[at < 0 ? (by > 0 ? 0 : shown.length - 1) : at + by];
    if (next !== undefined) next.querySelector('summary').focus();
  };

  const followAddress = () => {
    if (location.hash.startsWith('#?')) return restore(new URLSearchParams(location.hash.slice(2)));
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
      announce('Copied');
    } catch {
      getSelection().selectAllChildren(code);
      button.firstChild.textContent = 'Selected';
      announce('Selected: copy it with the keyboard');
    }
    setTimeout(() => { button.firstChild.textContent = 'Copy'; }, 2000);
  };

  one('#filter').hidden = false;
  for (const button of all('.copy')) button.hidden = false;
  query.addEventListener('input', () => { filter(); saveState(); });
  one('#filter').addEventListener('submit', (event) => event.preventDefault());
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button !== null && button.classList.contains('copy')) copy(button);
    if (button !== null && button.dataset.show !== undefined) {
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
      filter();
      saveState();
    }
    if (button !== null && button.id === 'clear') {
      clear();
      saveState();
      query.focus();
    }
    const cell = event.target.closest('a[data-find]');
    if (cell !== null) {
      event.preventDefault();
      clear();
      query.value = cell.dataset.find;
      filter();
      saveState();
      one('#checks').scrollIntoView();
      query.focus({ preventScroll: true });
    }
    // The card changes its state only after the click event.
    if (event.target.closest('details[id] > summary') !== null) setTimeout(saveState);
    const link = event.target.closest('a[href^="#"]:not([data-find])');
    if (link !== null && link.hash === location.hash) followAddress();
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input') !== null) return;
    if (event.key === '/') {
      event.preventDefault();
      query.focus();
    } else if (event.key === 'j') focusCard(1);
    else if (event.key === 'k') focusCard(-1);
  });
  addEventListener('hashchange', followAddress);
  followAddress();
})();
`;
