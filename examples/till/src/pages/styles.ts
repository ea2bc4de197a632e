/** The style sheet of the till: large type, light and dark, read from across a counter. */
export const styles = `
:root {
  color-scheme: light dark;
  --ground: #f4f6f8; --card: #ffffff; --ink: #14202b; --soft: #526170; --field: #7d8b99; --hair: #dbe2e8;
  --accent: #0b5fff; --on-accent: #ffffff; --good: #0f6b3c; --on-good: #ffffff; --warn: #8a4b00; --bad: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10161c; --card: #1a232c; --ink: #eef3f7; --soft: #a9b6c2; --field: #75838f; --hair: #2d3944;
    --accent: #7aa8ff; --on-accent: #06183d; --good: #1a7d49; --on-good: #ffffff; --warn: #ffc078; --bad: #ffa198;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.25rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 4px solid var(--accent); outline-offset: 3px; border-radius: 8px; }
h1:focus-visible { outline: none; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 12px; top: 12px; background: var(--card); padding: 8px 12px; }
header { display: flex; align-items: center; gap: 8px 20px; flex-wrap: wrap; padding: 14px max(16px, calc((100% - 860px) / 2)); border-bottom: 1px solid var(--hair); background: var(--card); }
header .name { display: inline-flex; align-items: center; min-height: 44px; font-weight: 750; color: var(--ink); text-decoration: none; }
header .end { margin-left: auto; display: flex; align-items: center; gap: 18px; font-size: 1.0625rem; }
header .end a { display: inline-flex; align-items: center; min-height: 44px; }
main { width: min(100% - 32px, 53.75rem); margin: 24px auto 64px; }
h1 { text-wrap: balance; font-size: min(9vw, 1.875rem); line-height: 1.2; margin: 0 0 16px; letter-spacing: -0.01em; }
p { margin: 0 0 14px; }
.soft { color: var(--soft); font-size: 1.0625rem; }
.card { background: var(--card); border: 1px solid var(--hair); border-radius: 20px; padding: 24px; }
label { display: block; font-weight: 650; margin: 0 0 6px; }
input, select { width: 100%; min-height: 60px; padding: 10px 16px; border: 2px solid var(--field); border-radius: 14px; background: var(--card); color: var(--ink); font: inherit; }
.entry { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 6px 12px; }
.entry label, .entry p { grid-column: 1 / -1; }
@media (max-width: 30em) { .entry { grid-template-columns: minmax(0, 1fr); row-gap: 12px; } }
.entry.search { display: flex; flex-wrap: wrap; } .entry.search label, .entry.search p { flex: 1 1 100%; }
.entry.search input { flex: 1 1 8rem; min-width: 0; font-size: 1.25rem; min-height: 52px; } .entry.search button { min-height: 52px; padding: 8px 18px; }
[aria-invalid=true] { border-color: var(--bad); }
.entry input { font-size: 1.75rem; font-variant-numeric: tabular-nums; }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 60px; padding: 12px 24px; border: 2px solid var(--field); border-radius: 14px; background: var(--card); color: var(--ink); font: inherit; font-weight: 700; cursor: pointer; text-decoration: none; }
button.main, .button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-size: 1.5rem; width: 100%; min-height: 76px; }
.problem { color: var(--bad); font-weight: 650; }
.lines { list-style: none; margin: 20px 0; padding: 0; border-top: 1px solid var(--hair); }
.lines li { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 14px; padding: 10px 0; border-bottom: 1px solid var(--hair); }
.lines .grow { flex: 1 1 12.5rem; min-width: 0; overflow-wrap: anywhere; }
.lines .price, .total, .amount { font-variant-numeric: tabular-nums; font-weight: 700; white-space: nowrap; }
.lines button { min-height: 48px; margin-left: auto; padding: 6px 14px; font-size: 1.0625rem; }
.bills a.row { display: flex; flex: 1 1 100%; flex-wrap: wrap; align-items: baseline; gap: 2px 14px; min-height: 48px; padding: 4px 0; color: var(--ink); text-decoration: none; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.bills a.row strong { flex: 1 1 auto; }
.bills a.row .soft { flex: 1 1 100%; }
.bills a.row:hover strong { text-decoration: underline; }
.chip { padding: 0 10px; border: 2px solid var(--field); border-radius: 999px; font-size: 1.0625rem; font-weight: 650; }
.chip.paid { border-color: var(--good); background: var(--good); color: var(--on-good); }
.chip.disputed, .chip.checking, .chip.partlyReturned, .chip.returned { border-color: var(--warn); color: var(--warn); }
h2 { font-size: 1.5rem; line-height: 1.25; margin: 28px 0 12px; }
details { margin: 0 0 20px; text-align: left; } summary { display: list-item; min-height: 48px; padding: 10px 0; cursor: pointer; font-weight: 650; }
.total { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 16px; font-size: 1.5rem; margin: 0 0 20px; }
.total strong, .amount { font-size: min(11vw, 4.25rem); line-height: 1.1; letter-spacing: -0.02em; white-space: normal; overflow-wrap: anywhere; min-width: 0; }
.total .long, .amount.long { font-size: min(9.5vw, 4.25rem); } .total .longest, .amount.longest { font-size: min(7.5vw, 4.25rem); }
.amount { margin: 0 0 16px; }
.total .amount { margin: 0; }
.bill { text-align: center; }
.qr { display: block; width: min(100%, 420px); height: auto; margin: 0 auto 18px; background: #fff; border-radius: 16px; }
.countdown { font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.countdown.short { color: var(--bad); }
.offline { border: 2px solid transparent; background: var(--bad); color: var(--card); border-radius: 14px; padding: 12px 18px; font-weight: 650; }
.stage { border: 3px solid transparent; border-radius: 20px; padding: 31px 17px; margin: 0 0 20px; overflow-wrap: anywhere; }
.stage > :last-child { margin-bottom: 0; }
.stage.paid { background: var(--good); color: var(--on-good); }
.stage.warn { border-color: var(--warn); color: var(--warn); }
.stage h1 { font-size: min(9vw, 3.75rem); margin: 0 0 8px; }
.facts { margin: 0 0 24px; font-size: 1.0625rem; }
.facts div:not(.paper-only) { display: flex; flex-wrap: wrap; gap: 0 18px; margin: 0 0 6px; }
.facts dt { color: var(--soft); } .facts dd { min-width: 0; margin: 0 0 0 auto; overflow-wrap: anywhere; text-align: right; }
.actions { display: grid; gap: 12px; margin-top: 20px; }
@media (min-width: 43.75em) { .actions.two { grid-template-columns: 1fr 1fr; } }
@media (scripting: none) { [data-print] { display: none; } }
/* Also on a receipt of 58 mm. */
@page { margin: 5mm; }
@media print {
  header .end, .entry { display: none; }
  body { font-size: 11pt; }
  header { padding: 0 0 6pt; border: 0; }
  main { width: auto; margin: 6pt 0 0; }
  h1, .stage h1 { font-size: 14pt; margin: 0 0 6pt; }
  .soft, .facts { font-size: 10pt; }
  .total, .total strong { font-size: 14pt; } .total { margin: 3pt 0 10pt; } .total strong { margin-left: auto; }
  h2 { font-size: 12pt; margin: 8pt 0 4pt; }
  .bills a.row { min-height: 0; padding: 0; } .chip, .chip.paid { padding: 0; border: 0; background: none; color: #000; font-size: 10pt; }
  .lines { margin: 0; } .lines li { flex-wrap: nowrap; align-items: baseline; gap: 0 8pt; padding: 3pt 0; }
  .lines .grow { flex: 1 1 0; text-align: left; } .lines .soft { display: block; }
  .facts { margin: 6pt 0 0; } .facts div.paper-only, .facts div:not(.paper-only) { display: flex; flex-wrap: wrap; gap: 0 8pt; margin: 0 0 2pt; }
  .card { border: 0; border-radius: 0; padding: 0; }
  .stage, .stage.paid, .stage.warn { background: none; color: #000; border: 0; border-radius: 0; padding: 0; }
  .qr { width: min(100%, 60mm); margin: 0 auto 6pt; border-radius: 0; }
}
`
