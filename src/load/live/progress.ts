import { NOTHING, type Output } from '../output/index.js';
import { progressLine } from '../report/index.js';
import { Standing } from './standing.js';
import { redrawing, viewLines } from './view.js';

/** What people who watch see: a view that is drawn anew each second on a terminal, else a line a second. */
export function showProgress(write: (text: string) => void, terminal: boolean, target: string): Output {
  const standing = new Standing();
  const redraw = redrawing(write);
  return {
    observes: NOTHING,
    place: '',
    second: ({ plan, point }) => {
      if (!terminal) return write(`${progressLine(plan, point)}\n`);
      standing.take(plan, point);
      redraw(viewLines(standing, target));
    },
    close: async () => {},
  };
}
