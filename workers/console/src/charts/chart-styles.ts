/** Styles of charts and figures; two series also differ in lightness. */
export const chartStyles = `
.chart { margin: 0 0 12px; container-type: inline-size; }
.chart svg { display: block; overflow: visible; }
.chart .grid { stroke: var(--line); stroke-width: 1; }
.chart .tick { fill: var(--soft); font: 0.75rem system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.series-0 { fill: var(--accent); } .series-1 { fill: var(--warn); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; color: var(--soft); font-size: 0.875rem; margin: 8px 0; }
.legend span { display: inline-flex; align-items: center; gap: 6px; }
.chart summary { cursor: pointer; color: var(--accent); padding: 8px 0; }
.share-cell::before { display: none; } .share { display: block; min-width: 60px; } .share .track { fill: var(--line); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12.5rem), 1fr)); gap: 12px; margin: 0 0 16px; }
.tiles .card { margin: 0; }
.tiles .label { color: var(--soft); margin: 0 0 2px; }
.tiles .figure { font-size: 1.5rem; line-height: 1.2; font-weight: 680; font-variant-numeric: tabular-nums; margin: 0; overflow-wrap: anywhere; }
.tiles small { color: var(--soft); }
.days { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: end; margin: 0 0 16px; }
.days form { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: end; margin: 0; }
.days .field { margin: 0; flex: 1 1 9.375rem; }
.days .steps { display: flex; gap: 12px; }
@media (max-width: 34.9988em) { .chart .wide { display: none; } }
@container (max-width: 12rem) { .chart .wider { display: none; } }
@media (min-width: 47.5em) { .days .field { max-width: 10.625rem; } }
@media (min-width: 47.5em) {
  .share-cell { width: 28%; vertical-align: middle; }
}
@media print { .series-0 { fill: #000000; } .series-1 { fill: #888888; } .chart svg { print-color-adjust: exact; } }
`
