/** The style sheet of the shop; light and dark, phone first. */
export const styles = `
:root {
  color-scheme: light dark;
  --ground: #fbf7f0; --card: #ffffff; --ink: #2a211b; --soft: #756a5f; --line: #e9dfd2; --field: #8f8274;
  --accent: #b23a48; --on-accent: #ffffff; --good: #24704a; --bad: #a3271c; --tint: #f8ece9;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #191512; --card: #231d19; --ink: #f5ece2; --soft: #b3a598; --line: #3a312a; --field: #83766a;
    --accent: #f0808c; --on-accent: #2a1013; --good: #6fcf97; --bad: #ff9b8f; --tint: #3a2426;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 6px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 12px; top: 12px; background: var(--card); padding: 8px 12px; }
header { display: flex; align-items: center; gap: 0 20px; flex-wrap: wrap; width: min(100% - 32px, 67.5rem); margin: 0 auto; padding: 12px 0; }
header a { display: inline-flex; align-items: center; min-height: 44px; }
header .name { font: 700 1.625rem/1 var(--serif); color: var(--ink); text-decoration: none; letter-spacing: -0.01em; }
header .end { margin-left: auto; display: flex; flex-wrap: wrap; gap: 0 18px; }
main { width: min(100% - 32px, 67.5rem); margin: 8px auto 72px; }
main.narrow { width: min(100% - 32px, 40rem); }
h1 { font: 700 2.125rem/1.15 var(--serif); letter-spacing: -0.015em; text-wrap: balance; margin: 8px 0 10px; }
h2 { font: 700 1.375rem/1.2 var(--serif); margin: 0 0 8px; }
p { margin: 0 0 12px; }
.soft { color: var(--soft); }
.small { font-size: 0.9375rem; }
.books { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 9.5rem), 1fr)); gap: 26px 16px; margin-top: 26px; }
.book { display: flex; flex-direction: column; }
.book h2 { font-size: 1.125rem; margin: 14px 0 2px; }
.book form { margin-top: auto; padding-top: 10px; }
.book button { width: 100%; padding: 10px 8px; white-space: nowrap; }
.gift-cards { margin-top: 34px; }
.gift-card { display: flex; align-items: center; gap: 20px; }
.gift-card .cover { width: 76px; flex: none; }
.gift-card .grow { flex: 1; min-width: 0; }
.gift-card h2 { font-size: 1.25rem; }
.gift-card p { margin: 0; }
.gift-card form { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 20px; }
.cover { width: 100%; height: auto; border-radius: 6px; box-shadow: 0 1px 2px #0002, 0 12px 28px -12px #0006; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 16px; padding: 22px; margin: 0 0 18px; }
.card > :last-child { margin-bottom: 0; }
.card > .line:last-child { border-bottom: 0; padding-bottom: 0; }
.line + [data-points] { margin-top: 14px; }
button, .button { display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-height: 46px; padding: 10px 18px; border-radius: 999px; border: 1px solid var(--line); background: var(--card); color: var(--ink); font: inherit; font-weight: 650; cursor: pointer; text-decoration: none; }
button:disabled { opacity: 0.45; cursor: default; }
button.main, .button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.wide { width: 100%; margin-top: 12px; flex-direction: column; gap: 0; padding: 12px 8px; border-radius: 18px; line-height: 1.3; }
button.wide span { font-weight: 400; font-size: 0.875rem; }
button.round { min-height: 44px; width: 44px; padding: 0; }
button:hover, .button:hover { filter: brightness(1.05); }
.line { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 14px; padding: 12px 0; border-bottom: 1px solid var(--line); }
.line .cover { width: 52px; flex: none; }
.line .grow { flex: 1 1 5rem; min-width: 0; overflow-wrap: anywhere; }
.line > :last-child:not(.grow) { margin-left: auto; }
.line form { display: inline; }
.quantity { display: flex; align-items: center; gap: 8px; font-variant-numeric: tabular-nums; }
.sum { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 12px; margin: 18px 0 6px; }
.amount { font: 700 min(2.375rem, 10vw)/1.1 system-ui, sans-serif; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; margin: 4px 0; overflow-wrap: anywhere; min-width: 0; }
.price { font-variant-numeric: tabular-nums; font-weight: 650; }
.state { display: inline-block; border: 1px solid transparent; padding: 4px 12px; border-radius: 99px; background: var(--tint); color: var(--accent); font-weight: 650; font-size: 0.9375rem; }
.state.good { background: color-mix(in srgb, var(--good) 16%, transparent); color: var(--good); }
a.block { display: flex; margin-top: 18px; }
.notice { border: 1px solid transparent; background: var(--tint); border-radius: 12px; padding: 12px 16px; margin-bottom: 16px; }
.timeline { list-style: none; margin: 16px 0 0; padding: 0; }
.timeline li { position: relative; padding: 0 0 8px 28px; }
.timeline li::before { content: ""; position: absolute; left: 4px; top: calc(0.8rem - 5px); border: 5px solid var(--accent); border-radius: 50%; }
.timeline li::after { content: ""; position: absolute; left: 8px; top: 20px; bottom: -6px; border-left: 2px solid var(--line); }
.timeline li:last-child::after { display: none; }
.timeline .proof::before { border-color: var(--good); box-shadow: 0 0 0 4px color-mix(in srgb, var(--good) 20%, transparent); }
.timeline details { font-size: 0.875rem; color: var(--soft); }
.timeline summary { min-height: 44px; padding: 11px 0; cursor: pointer; width: fit-content; }
.timeline dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 14px; margin: 6px 0 0; }
.timeline dd { margin: 0; overflow-wrap: anywhere; font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.8125rem; }
input { min-height: 44px; padding: 8px 12px; border: 1px solid var(--field); border-radius: 12px; background: var(--ground); color: var(--ink); font: inherit; }
.row { display: flex; flex-wrap: wrap; gap: 6px 10px; align-items: center; margin: 14px 0; }
.row label { flex: 1 1 100%; font-weight: 600; }
.row input { flex: 1 1 7rem; min-width: 0; }
.facts { display: grid; grid-template-columns: 1fr auto; gap: 8px 16px; margin: 8px 0 18px; }
.facts dt { color: var(--soft); } .facts dd { margin: 0; font-weight: 650; }
[data-discount] { margin-left: auto; font-weight: 650; white-space: nowrap; }
code { font-size: 1.05em; letter-spacing: 0.04em; }
input[aria-invalid=true] { border-color: var(--bad); }
.problem { color: var(--bad); font-size: 0.9375rem; margin: 0; }
.row .problem { flex: 1 1 100%; }
@media (max-width: 30em) {
  h1 { font-size: 1.8125rem; }
  header { gap: 0 12px; }
  header .name { font-size: 1.1875rem; white-space: nowrap; }
  header .end { gap: 0 10px; font-size: 0.875rem; }
  header .end a { white-space: nowrap; }
}
@media (min-width: 37.5em) { .books { grid-template-columns: repeat(3, 1fr); gap: 34px 24px; } }
@media (min-width: 65em) { .books { grid-template-columns: repeat(6, 1fr); gap: 24px 20px; } }
@media (max-width: 32.5em) { .gift-card { flex-wrap: wrap; } .gift-card form { flex-basis: 100%; } }
@media print {
  body { font-size: 11pt; }
  header .end, .journal, .row { display: none; }
  .cover { box-shadow: none; }
  header, main, main.narrow { width: 100%; margin: 0; padding: 0 0 10pt; }
  .card { border: 0; padding: 0; margin: 0 0 14pt; }
  .state, .state.good { padding: 0; background: none; }
}
@media (prefers-reduced-motion: no-preference) { .book .cover { transition: transform 160ms; } .book:hover .cover { transform: translateY(-4px); } }
`
