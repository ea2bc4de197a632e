/** Styles of charts, of figures and of rows side by side; two series are told apart by lightness too. */
export const chartStyles = `
.chart { margin: 0 0 12px; }
.chart svg { display: block; overflow: visible; }
.chart .grid { stroke: var(--line); stroke-width: 1; }
.chart .tick { fill: var(--soft); font: 12px system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.series-0 { fill: var(--accent); } .series-1 { fill: var(--warn); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; color: var(--soft); font-size: 14px; margin: 8px 0; }
.legend span { display: inline-flex; align-items: center; gap: 6px; }
.chart summary { cursor: pointer; color: var(--accent); padding: 8px 0; }
.share-cell::before { display: none; } .share { display: block; min-width: 60px; } .share .track { fill: var(--line); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 200px), 1fr)); gap: 12px; margin: 0 0 16px; }
.tiles .card { margin: 0; }
.tiles .label { color: var(--soft); margin: 0 0 2px; }
.tiles .figure { font-size: 24px; line-height: 1.2; font-weight: 680; font-variant-numeric: tabular-nums; margin: 0; overflow-wrap: anywhere; }
.tiles small { color: var(--soft); }
.days { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: end; margin: 0 0 16px; }
.days form { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: end; margin: 0; }
.days .field { margin: 0; }
.plain { list-style: none; margin: 0 0 12px; padding: 0; } .plain li { padding: 6px 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; } .plain li:first-child { border-top: 0; }
th[scope=row] { text-align: left; font-weight: 600; color: inherit; font-size: inherit; padding: 3px 0; display: block; overflow-wrap: anywhere; }
.sides .line { display: block; } .sides small { font-weight: 400; }
.differs { background: color-mix(in srgb, var(--bad) 9%, transparent); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
.act { margin: 12px 0 0; }
@media (min-width: 760px) {
  th[scope=row] { display: table-cell; padding: 10px 14px 10px 0; border-top: 1px solid var(--line); vertical-align: top; }
  .share-cell { width: 28%; vertical-align: middle; }
  .sides th, .sides td { width: 38%; } .sides th:first-child { width: 24%; }
}
`
