/**
 * Finds what a reader would not see whole on a page: run in the browser. Returns one line for each
 * fault: a page or a table that must be scrolled to the side, text that is cut off, text that lies
 * on other text, and labels of drawings that are outside or too small to be read.
 */
export const faultsOf = (mayScroll: boolean): string => `(() => {
  const faults = [];
  const name = (element) => element.tagName.toLowerCase() + (element.id ? '#' + element.id : '') + '.' + (element.getAttribute('class') ?? '');
  const words = (text) => JSON.stringify(text.trim().slice(0, 60));
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push('the page is ' + (root.scrollWidth - root.clientWidth) + ' px too wide');

  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) && element.closest('.unseen, .skip, script, style, option') === null;
  for (const element of document.body.querySelectorAll('*')) {
    if (!isShown(element) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') continue;
    const { overflowX, webkitLineClamp } = getComputedStyle(element);
    const over = element.scrollWidth - element.clientWidth;
    const scrolls = overflowX === 'auto' || overflowX === 'scroll';
    if (over > 1 && scrolls && !(${mayScroll})) faults.push(name(element) + ' has to be scrolled by ' + over + ' px: ' + words(element.textContent));
    if (over > 1 && (overflowX === 'hidden' || overflowX === 'clip') && webkitLineClamp === 'none') faults.push(name(element) + ' is cut: ' + words(element.textContent));
  }

  // Every line of text with its place; what scrolls away inside a region is cut to the region.
  const boxes = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { currentNode: node } = walk;
    const { parentElement: parent } = node;
    if (node.data.trim() === '' || !isShown(parent) || parent.closest('#filter') !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const region = parent.closest('.scroll')?.getBoundingClientRect();
    // A heading of more than three lines is shortened with an ellipsis on a phone.
    const clamped = parent.closest('h1')?.getBoundingClientRect();
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (region && (left < region.left - 1 || right > region.right + 1)) continue;
      if (clamped && top > clamped.bottom - 4) continue;
      if (right - left > 1) boxes.push({ left, right, top: top + 2, bottom: bottom - 2, text: node.data, parent });
    }
  }
  boxes.sort((a, b) => a.top - b.top);
  for (let at = 0; at < boxes.length; at++) {
    for (let next = at + 1; next < boxes.length && boxes[next].top < boxes[at].bottom; next++) {
      const [a, b] = [boxes[at], boxes[next]];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const isSticky = [a, b].some(({ parent }) => parent.closest('.side th[scope=row]') !== null);
      const isSame = a.parent === b.parent && a.text === b.text;
      if (wide > 2 && high > 2 && !isSticky && !isSame) faults.push(words(a.text) + ' lies on ' + words(b.text));
    }
  }

  for (const label of document.querySelectorAll('svg text')) {
    if (!isShown(label.parentElement.closest('svg').parentElement)) continue;
    const [inner, outer] = [label.getBoundingClientRect(), label.closest('svg').getBoundingClientRect()];
    if (inner.height === 0) continue;
    if (inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1)
      faults.push('the label ' + words(label.textContent) + ' leaves its drawing');
    if (inner.height < 9) faults.push('the label ' + words(label.textContent) + ' is ' + inner.height.toFixed(1) + ' px high');
  }
  return [...faults, ...labelFaults()];

  // Labels that a canvas has: what was drawn last at a place, with its size.
  function labelFaults() {
    const found = [];
    for (const canvas of document.querySelectorAll('canvas')) {
      const labels = (window.drawnLabels?.get(canvas) ?? []);
      for (const [at, label] of labels.entries()) {
        if (label.left < -1 || label.right > canvas.width + 1) found.push('the label ' + words(label.text) + ' leaves its chart');
        for (const other of labels.slice(at + 1)) {
          const wide = Math.min(label.right, other.right) - Math.max(label.left, other.left);
          const high = Math.min(label.bottom, other.bottom) - Math.max(label.top, other.top);
          if (wide > 2 && high > 3) found.push('the label ' + words(label.text) + ' lies on ' + words(other.text));
        }
      }
    }
    return found;
  }
})()`;

/** Notes what is written on each canvas, from before its page's own script runs. */
export const watchLabels = `(() => {
  const drawn = new Map();
  window.drawnLabels = drawn;
  const proto = CanvasRenderingContext2D.prototype;
  const { fillText, clearRect } = proto;
  proto.clearRect = function (...place) {
    if (place[2] >= this.canvas.width - 1) drawn.set(this.canvas, []);
    return clearRect.apply(this, place);
  };
  proto.fillText = function (text, x, y, ...rest) {
    const { a, e, f, b } = this.getTransform();
    const size = this.measureText(text);
    const isTurned = b !== 0;
    const shift = { left: 0, start: 0, right: size.width, end: size.width, center: size.width / 2 }[this.textAlign] ?? 0;
    const left = (isTurned ? e : x * a + e) - (isTurned ? 0 : shift);
    const middle = isTurned ? f : y + f;
    const [up, down] = [size.actualBoundingBoxAscent, size.actualBoundingBoxDescent];
    if (String(text).trim() !== '' && !isTurned)
      drawn.set(this.canvas, [...(drawn.get(this.canvas) ?? []), { text: String(text), left, right: left + size.width, top: middle - up, bottom: middle + down }]);
    return fillText.call(this, text, x, y, ...rest);
  };
})()`;
