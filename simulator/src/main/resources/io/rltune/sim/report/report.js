'use strict';
(() => {
  const figures = JSON.parse(document.getElementById('figures').textContent);
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const quiet = window.matchMedia('(prefers-reduced-motion: reduce)');
  const dashes = [[], [8, 4], [2, 3], [12, 3, 2, 3]];
  let charts = [];

  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const place = id => document.querySelector('[data-chart="' + id + '"]');

  function duration(seconds) {
    const size = Math.abs(seconds);
    if (size < 120) return Math.round(seconds) + ' s';
    if (size < 7200) return (seconds / 60).toFixed(size < 600 ? 1 : 0) + ' min';
    if (size < 172800) return (seconds / 3600).toFixed(1) + ' h';
    return (seconds / 86400).toFixed(1) + ' d';
  }

  function canvas(holder, label) {
    const element = document.createElement('canvas');
    element.setAttribute('role', 'img');
    element.setAttribute('aria-label', label || holder.dataset.label);
    holder.append(element);
    return element;
  }

  function style(index) {
    const colour = css('--c' + index % 8);
    return {borderColor: colour, backgroundColor: colour, borderWidth: 2, borderDash: dashes[Math.floor(index / 8) % 4]};
  }

  function axis(title, more) {
    return Object.assign({
      title: {display: true, text: title, color: css('--faint')},
      ticks: {color: css('--faint')}, grid: {color: css('--line')}, border: {color: css('--line')}
    }, more);
  }

  function draw(id, type, datasets, labels, x, y, tooltip) {
    const holder = place(id);
    charts.push(new Chart(canvas(holder), {
      type,
      data: {labels, datasets},
      options: {
        responsive: true, maintainAspectRatio: false, animation: quiet.matches ? false : {duration: 0}, parsing: type === 'bar' ? {} : false,
        normalized: true, interaction: {mode: type === 'bar' ? 'index' : 'nearest', intersect: false, axis: 'x'},
        elements: {point: {radius: 0, hitRadius: 8}},
        scales: {x, y},
        plugins: {legend: {labels: {color: css('--ink')}}, tooltip: {callbacks: tooltip}}
      }
    }));
  }

  const line = (byPolicy) => figures.policies.map((policy, i) => Object.assign(style(i), {
    label: policy, data: byPolicy[policy].map(([x, y]) => ({x, y}))
  }));
  const bars = (means) => figures.policies.map((policy, i) => Object.assign(style(i), {
    label: policy, data: means[policy], borderWidth: 0
  }));

  function waits() {
    const marks = [1, 10, 60, 600, 3600, 21600, 86400, 604800, 2592000];
    draw('wait-cdf', 'line', line(figures.cdf), undefined,
      axis('wait', {type: 'logarithmic', min: 1, ticks: {color: css('--faint'), callback: duration},
        afterBuildTicks: scale => { scale.ticks = marks.filter(m => m <= scale.max).map(value => ({value})); }}),
      axis('jobs, %', {min: 0, max: 100}),
      {title: items => duration(items[0].parsed.x), label: item => item.dataset.label + ': ' + item.parsed.y.toFixed(1) + ' %'});
    const seconds = {label: item => item.dataset.label + ': ' + duration(item.parsed.y)};
    const tall = () => axis('mean wait', {beginAtZero: true, ticks: {color: css('--faint'), callback: duration}});
    draw('wait-by-gpus', 'bar', bars(figures.sizes.means), figures.sizes.labels, axis('GPUs'), tall(), seconds);
    draw('accounts', 'bar', bars(figures.accounts.means), figures.accounts.labels, axis('account'), tall(), seconds);
  }

  function times() {
    const last = Math.max(...figures.policies.map(policy => figures.queue[policy].at(-1)[0]));
    const days = last > 96;
    const scale = points => Object.fromEntries(Object.entries(points).map(
      ([policy, list]) => [policy, list.map(([x, y]) => [days ? x / 24 : x, y])]));
    const x = () => axis(days ? 'days' : 'hours', {type: 'linear', min: 0});
    const when = items => items[0].parsed.x.toFixed(1) + (days ? ' d' : ' h');
    draw('queue', 'line', line(scale(figures.queue)), undefined, x(), axis('waiting jobs', {beginAtZero: true}),
      {title: when, label: item => item.dataset.label + ': ' + item.parsed.y.toFixed(1)});
    draw('utilisation', 'line', line(scale(figures.used)), undefined, x(), axis('GPUs in use, %', {min: 0, max: 100}),
      {title: when, label: item => item.dataset.label + ': ' + item.parsed.y.toFixed(1) + ' %'});
  }

  function heat() {
    const holder = place('heat');
    holder.classList.add('maps');
    const tip = document.createElement('div');
    tip.className = 'map-tip';
    tip.textContent = 'Point at a cell to see node, time and utilisation.';
    const rgb = css('--heat');
    for (const policy of figures.policies) {
      const map = figures.heat.policies[policy];
      const name = document.createElement('div');
      name.className = 'map-name';
      name.textContent = policy + ', ' + duration(map.hours * 3600) + ' from left to right';
      holder.append(name);
      const element = canvas(holder, 'Heat map of ' + policy + '. The mean of each row is in the table below.');
      const rows = map.cells.length, columns = map.cells[0].length;
      const cell = Math.max(3, Math.min(14, Math.floor(480 / rows)));
      element.width = columns * 8;
      element.height = rows * cell;
      element.style.height = element.height + 'px';
      const paper = element.getContext('2d');
      map.cells.forEach((row, r) => row.forEach((value, c) => {
        paper.fillStyle = 'rgba(' + rgb + ',' + value / 100 + ')';
        paper.fillRect(c * 8, r * cell, 8, cell);
      }));
      element.addEventListener('mousemove', event => {
        const box = element.getBoundingClientRect();
        const r = Math.min(rows - 1, Math.max(0, Math.floor((event.clientY - box.top) / box.height * rows)));
        const c = Math.min(columns - 1, Math.max(0, Math.floor((event.clientX - box.left) / box.width * columns)));
        tip.textContent = policy + ', ' + figures.heat.rows[r] + ', after ' +
          duration((c + 0.5) / columns * map.hours * 3600) + ': ' + map.cells[r][c] + ' %';
      });
    }
    holder.append(tip);
  }

  function all() {
    charts.forEach(chart => chart.destroy());
    charts = [];
    document.querySelectorAll('.chart').forEach(holder => holder.replaceChildren());
    waits();
    times();
    heat();
    document.documentElement.dataset.charts = charts.length + figures.policies.length;
  }

  dark.addEventListener('change', all);
  all();
})();
