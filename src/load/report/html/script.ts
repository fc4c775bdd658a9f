/** The script of the page of a load report. It draws the charts with uPlot. */
export const script = `
'use strict';
(() => {
  let { charts, stages, end } = JSON.parse(document.getElementById('chart-data').textContent);
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const short = (value) => value == null ? '–' : value >= 100 ? Math.round(value).toString() : Number(value.toPrecision(3)).toString();
  // The percentile p is drawn at x = -log10(1 - p / 100), so 90 % is at 1 and 99 % is at 2.
  const percent = (x) => Number((100 - 100 * 10 ** -x).toPrecision(6)) + ' %';
  const font = '12px system-ui, sans-serif';

  const shadeStages = (u) => {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    stages.forEach((stage, index) => {
      const left = u.valToPos(stage.from, 'x', true);
      const right = u.valToPos(stage.to, 'x', true);
      ctx.fillStyle = colour(stage.warmUp || index % 2 === 0 ? '--shade' : '--shade2');
      ctx.fillRect(left, bbox.top, right - left, bbox.height);
      ctx.fillStyle = colour('--soft');
      ctx.font = 11 * devicePixelRatio + 'px system-ui, sans-serif';
      if (right - left > ctx.measureText(stage.name).width + 8) ctx.fillText(stage.name, left + 4, bbox.top + 13 * devicePixelRatio);
    });
    ctx.restore();
  };

  // Draws each limit as a line without a label, because the list above the chart names the limits.
  const drawLimits = (chart) => (u) => {
    const { ctx, bbox } = u;
    for (const { value, judgement } of chart.limits) {
      const y = u.valToPos(value, 'y', true);
      if (y < bbox.top || y > bbox.top + bbox.height) continue;
      ctx.save();
      ctx.strokeStyle = colour({ passed: '--good', failed: '--bad', unjudged: '--warn' }[judgement]);
      ctx.lineWidth = 1.5 * devicePixelRatio;
      ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
      ctx.restore();
    }
  };

  // Returns the width that the widest label of an axis needs.
  const axisWidth = (u, labels) => {
    u.ctx.save();
    u.ctx.font = 12 * devicePixelRatio + 'px system-ui, sans-serif';
    const widest = Math.max(0, ...(labels ?? []).map((one) => u.ctx.measureText(one ?? '').width));
    u.ctx.restore();
    return Math.ceil(widest / devicePixelRatio) + 18;
  };

  // A label that would overlap the previous label is left out.
  const spacedLabels = (u, at, words) => {
    let last = -Infinity;
    return at.map((value) => {
      const x = u.valToPos(value, 'x');
      if (x - last < 52) return '';
      last = x;
      return words(value);
    });
  };

  const highest = (chart) => Math.max(0, ...chart.lines.flatMap((line) => line.values.filter((value) => value != null)));

  const lowest = (chart) => Math.min(...chart.lines.flatMap((line) => line.values.filter((value) => value > 0)));

  const draw = () => {
    for (const chart of charts) {
      const place = document.getElementById('chart-' + chart.id);
      if (!place) continue;
      place.replaceChildren();
      const top = highest(chart);
      // A limit far above all measured values would flatten the curves.
      const near = chart.limits.map(({ value }) => value).filter((value) => value <= top * 3);
      const max = Math.max(top, ...near) * 1.2 || 1;
      const axis = { stroke: colour('--soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line') }, font };
      // The ticks of percentiles are 0, 50, 90, 95, 99, 99.9 and 99.99 %.
      const x = chart.percentiles
        ? { ...axis, splits: () => [0, 0.30103, 1, 1.30103, 2, 3, 4], values: (u, at) => spacedLabels(u, at, percent) }
        : { ...axis, values: (u, at) => spacedLabels(u, at, (second) => second + ' s') };
      new uPlot(
        {
          width: place.clientWidth,
          height: 260,
          scales: {
            x: { time: false, ...(chart.percentiles || !end ? {} : { range: [0, end] }) },
            y: chart.logarithmic ? { distr: 3, range: [lowest(chart) / 1.5, max * 1.5] } : { range: [0, max] },
          },
          axes: [x, { ...axis, size: axisWidth, values: (_, at) => at.map((value) => value == null ? '' : short(value) + (chart.unit && ' ' + chart.unit)) }],
          series: [
            { label: chart.percentiles ? 'percentile' : 'at', value: (_, at) => at == null ? '–' : chart.percentiles ? percent(at) : at + ' s' },
            ...chart.lines.map((line, index) => ({
              label: line.name,
              stroke: colour('--c' + (index % 8)),
              width: 1.75,
              points: { show: chart.x.length < 40, size: 4 },
              ...(line.dashed ? { dash: [6, 4] } : {}),
              value: (_, at) => at == null ? '–' : short(at) + (chart.unit && ' ' + chart.unit),
            })),
          ],
          hooks: { drawClear: chart.percentiles ? [] : [shadeStages], draw: [drawLimits(chart)] },
        },
        [chart.x, ...chart.lines.map((line) => line.values)],
        place,
      );
    }
    document.documentElement.dataset.drawn = String(charts.length);
  };

  window.redraw = (data) => {
    ({ charts, stages, end } = data);
    draw();
  };
  draw();
  for (const media of ['(prefers-color-scheme: dark)', 'print']) matchMedia(media).addEventListener('change', draw);
  let width = innerWidth;
  // On phones, the height alone changes while a page is scrolled.
  addEventListener('resize', () => {
    if (innerWidth !== width) draw();
    width = innerWidth;
  });
})();
`;

/**
 * The script of a live page. The server sends the current state of the run, and the script shows
 * it.
 */
export const liveScript = `
(() => {
  const events = new EventSource('/events');
  let heard = 0;
  events.onmessage = ({ data }) => {
    const { main, data: drawn } = JSON.parse(data);
    document.querySelector('main').innerHTML = main;
    redraw(drawn);
    // Tests wait for the number of received states.
    heard += 1;
    document.documentElement.dataset.heard = String(heard);
  };
  events.addEventListener('end', () => {
    events.close();
    document.documentElement.dataset.ended = 'true';
  });
})();
`;
