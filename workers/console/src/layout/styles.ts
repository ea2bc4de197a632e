/** The style sheet of the desk: phone first, light and dark, and on paper. */
export const styles = `
:root {
  color-scheme: light dark;
  --ground: #f6f7f9; --card: #ffffff; --ink: #14171f; --soft: #586072; --line: #e1e5ec; --field: #7d8699; --tint: #eef2fd;
  --accent: #2447c9; --on-accent: #ffffff; --good: #0a6b44; --warn: #8a4b00; --bad: #b42318;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1116; --card: #161b23; --ink: #eceff5; --soft: #a3adbe; --line: #2a3140; --field: #76829a; --tint: #1b2540;
    --accent: #94b1ff; --on-accent: #0b1a3d; --good: #58d6a1; --warn: #f2b866; --bad: #ff9d93;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 12px; top: 12px; background: var(--card); padding: 10px 14px; border-radius: 8px; z-index: 2; }
.top { display: flex; align-items: center; flex-wrap: wrap; gap: 4px 16px; padding: 10px 16px; background: var(--card); border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; color: var(--ink); text-decoration: none; padding: 10px 0; margin-right: auto; }
.who { font-weight: 600; }
@media (max-width: 30em) { .top { gap: 4px 14px; } .who small { display: none; } }
.who small { color: var(--soft); font-weight: 400; font-size: 0.875rem; }
.top form { margin: 0; } .top > a:not(.brand) { padding: 10px 0; }
.desk > nav { background: var(--card); border-bottom: 1px solid var(--line); }
.desk > nav ul { display: flex; gap: 4px; margin: 0; padding: 6px 12px; list-style: none; overflow-x: auto; scroll-padding-inline: 72px; }
.desk > nav a { display: block; padding: 10px 12px; border-radius: 10px; color: var(--ink); text-decoration: none; white-space: nowrap; }
.desk > nav a:hover { background: var(--ground); }
.desk > nav a[aria-current] { background: var(--tint); color: var(--accent); font-weight: 650; scroll-initial-target: nearest; }
.page { min-width: 0; }
.live { padding: 0 16px; margin: -48px 0 32px; font-size: 0.875rem; }
main { padding: 20px 16px 64px; min-width: 0; max-width: 72.5rem; }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.01em; margin: 0 0 16px; overflow-wrap: anywhere; text-wrap: balance; }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 0 0 10px; }
h3 { font-size: 1rem; line-height: 1.4; margin: 0 0 6px; }
p + h2, dl + h2 { margin-top: 20px; }
p { margin: 0 0 12px; }
.soft { color: var(--soft); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 18px 16px; margin: 0 0 16px; }
.card > :last-child { margin-bottom: 0; }
.columns { display: grid; gap: 0 16px; align-items: start; } .columns > * { min-width: 0; }
.amount { font-size: min(8vw, 2rem); line-height: 1.15; font-weight: 680; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; margin: 0 0 8px; overflow-wrap: anywhere; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.chip { display: inline-block; padding: 2px 10px; border-radius: 1rem; font-size: 0.875rem; font-weight: 600; border: 1px solid currentColor; }
.chip::first-letter { text-transform: uppercase; }
.chip.good { color: var(--good); } .chip.warn { color: var(--warn); } .chip.bad { color: var(--bad); } .chip.plain { color: var(--soft); }
.facts { margin: 0 0 12px; }
.facts div { display: flex; justify-content: space-between; gap: 20px; padding: 8px 0; border-bottom: 1px solid var(--line); }
.facts div:last-child { border-bottom: 0; }
.facts dt { color: var(--soft); flex: 1 1 0; min-width: 32%; overflow-wrap: anywhere; }
.facts dd { margin: 0; text-align: right; overflow-wrap: anywhere; flex: 0 1 auto; min-width: 0; }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 8px 18px; border-radius: 10px;
  border: 1px solid var(--field); background: var(--card); color: var(--ink); font: inherit; font-weight: 600; cursor: pointer; text-decoration: none;
}
button:hover, .button:hover { border-color: var(--ink); }
button.main, .button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.danger { background: var(--bad); border-color: var(--bad); color: var(--card); }
button[aria-busy] { cursor: progress; opacity: 0.7; }
button[aria-busy]::after { content: "\\2026"; }
button.quiet { border-color: transparent; background: none; color: var(--accent); padding: 8px 0; }
.actions, .pager { display: flex; flex-wrap: wrap; gap: 10px; margin: 16px 0 0; }
main > .actions { margin: 0 0 16px; }
.search { display: flex; flex-wrap: wrap; gap: 0 12px; align-items: end; }
.search .field { flex: 1 1 13.75rem; } .search button { margin: 0 0 14px; }
label, .label { display: block; font-weight: 600; margin: 0 0 4px; }
input, select, textarea {
  width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--field); border-radius: 10px; background: var(--card); color: var(--ink); font: inherit;
}
input[type=radio], input[type=checkbox] { width: 1.25rem; height: 1.25rem; min-height: 0; margin: 0; flex: none; accent-color: var(--accent); }
.field { margin: 0 0 14px; }
.notice > :last-child { margin-bottom: 0; }
.field .hint { color: var(--soft); font-size: 0.875rem; margin: 4px 0 0; }
.field .problem, .problem { color: var(--bad); font-size: 0.9375rem; margin: 4px 0 0; }
[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
.choice { display: flex; gap: 10px; align-items: center; font-weight: 400; padding: 10px 0; margin: 0; }
fieldset { border: 0; padding: 0; margin: 0 0 14px; min-width: 0; }
legend { font-weight: 600; padding: 0; }
.fields { display: grid; gap: 0 16px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13.75rem), 1fr)); align-items: start; }
.fields > * { display: grid; grid-row: span 4; grid-template-rows: subgrid; align-items: start; margin: 0 0 14px; }
.fields label { align-self: end; }
.fields > .buttons { display: flex; flex-wrap: wrap; gap: 10px; grid-row: span 4; align-self: end; }
details.filters summary { cursor: pointer; font-weight: 600; padding: 10px 0; }
.notice { border: 1px solid var(--line); border-left: 4px solid var(--accent); background: var(--card); border-radius: 10px; padding: 12px 16px; margin: 0 0 16px; }
.notice.good { border-left-color: var(--good); } .notice.warn { border-left-color: var(--warn); } .notice.bad { border-left-color: var(--bad); }
table { width: 100%; border-collapse: collapse; }
caption { text-align: left; color: var(--soft); padding: 0 0 8px; }
thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
tr { display: block; border-top: 1px solid var(--line); padding: 10px 0; }
tbody tr:first-child { border-top: 0; padding-top: 0; } tbody tr:last-child { padding-bottom: 0; }
td { display: flex; justify-content: space-between; gap: 16px; padding: 3px 0; overflow-wrap: anywhere; }
td::before { content: attr(data-label); color: var(--soft); flex: none; max-width: 42%; overflow-wrap: anywhere; text-align: left; font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
td { text-align: right; }
td.number::before { flex-shrink: 1; max-width: 62%; }
th[scope=row] { text-align: left; font-weight: 600; color: inherit; font-size: inherit; padding: 3px 0; display: block; overflow-wrap: anywhere; }
.sides .line { display: block; } .sides small { font-weight: 400; }
.differs { background: color-mix(in srgb, var(--bad) 9%, transparent); }
.rows { list-style: none; margin: 0 0 12px; padding: 0; } .rows li { padding: 6px 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; } .rows li:first-child { border-top: 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
.act + .act { border-top: 1px solid var(--line); margin: 20px 0 0; padding: 18px 0 0; }
.facts + .act { margin: 16px 0 0; }
.timeline { list-style: none; margin: 0; padding: 0; }
.timeline > li { position: relative; padding: 0 0 18px 26px; }
.timeline > li::before { content: ""; position: absolute; left: 3px; top: calc(0.75rem - 4px); box-sizing: border-box; width: 15px; height: 15px; border-radius: 50%; border: 2px solid var(--soft); }
.timeline > li.proof::before { border-width: 8px; border-color: var(--good); }
.timeline > li.person::before { border-width: 8px; border-color: var(--accent); }
.timeline > li.claim::before { border-color: var(--warn); border-style: dashed; }
.timeline > li::after { content: ""; position: absolute; left: 8px; top: calc(0.75rem + 11px); bottom: calc(4px - 0.5rem); border-left: 2px solid var(--line); }
.timeline > li:last-child::after { display: none; }
.timeline p { margin: 0; }
.timeline time { color: var(--soft); font-size: 0.875rem; font-variant-numeric: tabular-nums; }
.timeline summary { cursor: pointer; color: var(--accent); font-size: 0.875rem; padding: 10px 0; }
.waiting { list-style: none; margin: 0; padding: 0; } .waiting li { padding: 10px 0; border-top: 1px solid var(--line); } .waiting li:first-child { border-top: 0; }
code, .code, .stored { font: 0.875rem/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.stored { display: block; color: var(--soft); }
@media screen and (max-width: 51.2488em) {
  .number { white-space: normal; }
  td > * { min-width: 0; }
  .list tr { display: grid; grid-template-columns: minmax(0, 1fr) fit-content(55%); gap: 0 12px; padding: 8px 0; }
  .list td { grid-column: 1 / -1; padding: 1px 0; font-size: 0.9375rem; }
  .list td::before { font-size: 0.9375rem; }
  .list td:first-child { grid-column: 1; text-align: left; font-size: 1rem; font-weight: 600; }
  .list td:nth-child(2) { grid-column: 2; align-items: start; }
  .list td:nth-child(2) a { white-space: nowrap; }
  .list td:first-child::before, .list td:nth-child(2)::before, .none { display: none; }
  .sides thead { position: static; width: auto; height: auto; clip-path: none; }
  .sides tr { padding: 5px 0; } .sides td { padding: 0; } .sides .code { font-size: 0.8125rem; }
  .sides tr { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 14px; }
  .sides thead tr { padding: 0 0 6px; } .sides thead th { text-align: left; font-size: 0.875rem; color: var(--soft); }
  .sides thead th:first-child { display: none; }
  .sides th[scope=row] { grid-column: 1 / -1; color: var(--soft); font-size: 0.875rem; font-weight: 400; }
  .sides td { display: block; text-align: left; } .sides td::before { display: none; }
}
@media print, (min-width: 51.25em) {
  thead { position: static; width: auto; height: auto; clip-path: none; }
  tr { display: table-row; padding: 0; }
  thead tr { border-top: 0; }
  td { text-align: left; }
  th { text-align: left; font-size: 0.875rem; color: var(--soft); padding: 6px 14px 8px 0; }
  td { display: table-cell; border-top: 1px solid var(--line); padding: 10px 14px 10px 0; vertical-align: top; }
  th:last-child, td:last-child { padding-right: 0; }
  th[scope=row] { display: table-cell; padding: 10px 14px 10px 0; border-top: 1px solid var(--line); vertical-align: top; }
  .calls td:first-child code { white-space: nowrap; }
  .sides th, .sides td { width: 38%; } .sides th:first-child { width: 24%; }
  td::before { display: none; }
  td .chip { white-space: nowrap; }
  .right { text-align: right; }
  .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
}
@media print, (max-width: 79.9988em) { td.number:not(.right) { white-space: normal; overflow-wrap: normal; } }
@media (min-width: 66.25em) {
  .desk { display: grid; grid-template-columns: 13rem minmax(0, 1fr); min-height: calc(100vh - 66px); }
  .desk > .page:only-child { grid-column: 1 / -1; }
  .desk > nav { border-bottom: 0; border-right: 1px solid var(--line); }
  .desk > nav ul { flex-direction: column; padding: 16px 12px; }
  main { padding: 28px 32px 72px; } .live { padding: 0 32px; }
}
@media (forced-colors: active) {
  .desk > nav a[aria-current] { text-decoration: underline; }
  button.main, .button.main, button.danger { border-width: 3px; }
}
@media print {
  .top, .desk > nav, .pager, .live, .page .days, form[method=post], form[role=search] { display: none; }
  /* The filter of a list stays, with what it was asked for. */
  form[method=get] .field:has(> input[value=""]), form[method=get] .field:has(option[value=""]:checked) { display: none; }
  form[method=get] .fields { display: block; } form[method=get] .field { display: flex; gap: 8px; margin: 0; }
  form[method=get] label { flex: none; align-self: auto; margin: 0; } ::-webkit-calendar-picker-indicator { display: none; }
  form[method=get] :is(input, select) { width: auto; min-height: 0; padding: 0; border: 0; appearance: none; }
  details.filters summary { display: none; }
  .desk { display: block; min-height: 0; } main { padding: 0; max-width: none; }
  body, td::before { font-size: 10.5pt; } code, .code, small { font-size: 9pt; }
  .card { border: 0; border-radius: 0; padding: 0; margin: 0 0 16pt; }
  .tiles .card { break-inside: avoid; }
  .chip { padding: 0 6px; font-size: inherit; }
  .facts div { padding: 4px 0; } td, th[scope=row] { padding-top: 4px; padding-bottom: 4px; }
  .timeline > li { padding-bottom: 8px; }
  .differs { font-weight: 700; }
}
`
