/**
 * The script of the page: draws the charts from the data beside it. Runs in the browser, after
 * uPlot.
 */
export const script = `
'use strict';
(() => {
  let { charts, stages, end } = JSON.parse(document.getElementById('chart-data').textContent);
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const short = (value) => value == null ? '–' : value >= 100 ? Math.round(value).toString() : Number(value.toPrecision(3)).toString();
  const percent = (x) => Number((100 - 100 * 10 ** -x).toPrecision(6)) + ' %';
  const font = '12px system-ui, sans-serif';

  const shade = (u) => {
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

  const limits = (chart) => (u) => {
    const { ctx, bbox } = u;
    for (const { name, value, held } of chart.limits) {
      const y = u.valToPos(value, 'y', true);
      if (y < bbox.top || y > bbox.top + bbox.height) continue;
      ctx.save();
      ctx.strokeStyle = ctx.fillStyle = colour(held ? '--good' : '--bad');
      ctx.lineWidth = 1.5 * devicePixelRatio;
      ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
      ctx.font = 11 * devicePixelRatio + 'px system-ui, sans-serif';
      ctx.textAlign = 'right';
      ctx.fillText((held ? '✓ ' : '✗ ') + name + ' ' + short(value) + ' ' + chart.unit, bbox.left + bbox.width - 4, y - 4 * devicePixelRatio);
      ctx.restore();
    }
  };

  const highest = (chart) => Math.max(0, ...chart.lines.flatMap((line) => line.values.filter((value) => value != null)));

  const lowest = (chart) => Math.min(...chart.lines.flatMap((line) => line.values.filter((value) => value > 0)));

  const draw = () => {
    for (const chart of charts) {
      const place = document.getElementById('chart-' + chart.id);
      if (!place) continue;
      place.replaceChildren();
      const top = highest(chart);
      // A limit far above everything measured would press the curves to the ground.
      const near = chart.limits.map(({ value }) => value).filter((value) => value <= top * 3);
      const max = Math.max(top, ...near) * 1.2 || 1;
      const axis = { stroke: colour('--soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line') }, font };
      const x = chart.percentiles
        ? { ...axis, splits: () => [0, 0.30103, 1, 1.30103, 2, 3, 4], values: (_, at) => at.map(percent) }
        : { ...axis, values: (_, at) => at.map((second) => second + ' s') };
      new uPlot(
        {
          width: place.clientWidth,
          height: 260,
          scales: {
            x: { time: false, ...(chart.percentiles || !end ? {} : { range: [0, end] }) },
            y: chart.logarithmic ? { distr: 3, range: [lowest(chart) / 1.5, max * 1.5] } : { range: [0, max] },
          },
          axes: [x, { ...axis, size: 64, values: (_, at) => at.map((value) => short(value) + ' ' + chart.unit) }],
          series: [
            { label: chart.percentiles ? 'percentile' : 'at', value: (_, at) => at == null ? '–' : chart.percentiles ? percent(at) : at + ' s' },
            ...chart.lines.map((line, index) => ({
              label: line.name,
              stroke: colour('--c' + (index % 8)),
              width: 1.75,
              points: { show: chart.x.length < 40, size: 4 },
              ...(line.dashed ? { dash: [6, 4] } : {}),
              value: (_, at) => at == null ? '–' : short(at) + ' ' + chart.unit,
            })),
          ],
          hooks: { drawClear: chart.percentiles ? [] : [shade], draw: [limits(chart)] },
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
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth !== width) draw();
    width = innerWidth;
  });
})();
`;

/** Beside it on a live page: shows what the server sends, until it ends. */
export const liveScript = `
(() => {
  const events = new EventSource('/events');
  let heard = 0;
  events.onmessage = ({ data }) => {
    const { main, data: charts } = JSON.parse(data);
    document.querySelector('main').innerHTML = main;
    redraw(charts);
    heard += 1;
    document.documentElement.dataset.heard = String(heard);
  };
  events.addEventListener('end', () => {
    events.close();
    document.documentElement.dataset.ended = 'true';
  });
})();
`;
