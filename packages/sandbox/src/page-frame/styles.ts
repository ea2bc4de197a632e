/** Style sheet of all pages of the sandbox; light and dark, phone first. */
export const styles = `
:root {
  color-scheme: light dark;
  --ground: #f6f5fb; --card: #ffffff; --ink: #1b1830; --soft: #66627a; --line: #e4e1f0; --field: #8b86a3;
  --accent: #5b3df5; --on-accent: #ffffff; --tint: #efebff; --good: #09693f; --bad: #b3261e;
  --radius: 16px; --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #131120; --card: #1d1a2e; --ink: #f1eefc; --soft: #a9a4c2; --line: #332f4a; --field: #77719a;
    --accent: #8f7bff; --on-accent: #14102b; --tint: #241e46; --good: #4fd39a; --bad: #ff8a80;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 8px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 12px; top: 12px; background: var(--card); padding: 8px 12px; z-index: 1; }
header.top {
  display: flex; align-items: center; gap: 12px 20px; flex-wrap: wrap;
  padding: 8px 20px; background: var(--card); border-bottom: 1px solid var(--line);
}
.brand { display: flex; align-items: center; gap: 10px; min-height: 44px; font-weight: 700; color: var(--ink); text-decoration: none; }
.brand svg { width: 30px; height: 30px; }
.badge { font-size: 0.75rem; font-weight: 600; padding: 2px 8px; border-radius: 99px; background: var(--tint); color: var(--accent); }
nav { display: flex; gap: 4px; flex-wrap: wrap; }
nav a { display: inline-flex; align-items: center; min-height: 44px; padding: 0 10px; border-radius: 10px; text-decoration: none; color: var(--soft); font-size: 0.9375rem; }
nav a[aria-current] { background: var(--tint); color: var(--accent); font-weight: 600; }
.sections { gap: 2px; margin: 0 0 16px; }
.sections a { padding: 0 8px; }
@media (max-width: 43.75em) { .sections { flex-wrap: nowrap; overflow-x: auto; margin: 0 -16px 12px; padding: 4px 16px; scroll-padding-inline: 72px; } .sections a { flex: none; } .sections a[aria-current] { scroll-initial-target: nearest; } }
.who { justify-content: space-between; margin: 0 0 10px; }
.sentence::first-letter { text-transform: uppercase; }
h3 { font-size: 1rem; margin: 18px 0 6px; }
.phone form + section { margin-top: 22px; }
@media (max-width: 43.75em) {
  .stack thead { position: absolute; left: -9999px; }
  .stack, .stack tbody, .stack tr { display: block; }
  .stack tr { padding: 10px 0; border-top: 1px solid var(--line); }
  .stack td, .stack td.number { display: flex; justify-content: space-between; gap: 16px; padding: 3px 0; border: 0; text-align: right; overflow-wrap: anywhere; }
  .stack td::before { content: attr(data-label); color: var(--soft); font-weight: 400; text-align: left; flex: none; }
  .stack td:empty { display: none; }
}
@media (max-width: 43.75em) { header.top nav { order: 1; flex-basis: 100%; margin: 0 -10px; } }
.language { display: inline-flex; align-items: center; min-height: 44px; margin-left: auto; font-size: 0.875rem; }
main { width: min(100% - 32px, 28.75rem); margin: 24px auto 64px; }
main.wide { width: min(100% - 32px, 65rem); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 22px; margin-bottom: 16px; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 8px; letter-spacing: -0.01em; }
h2 { font-size: 1.125rem; margin: 0 0 10px; }
h1, h2, h3 { overflow-wrap: anywhere; }
p { margin: 0 0 12px; }
.soft { color: var(--soft); }
.small { font-size: 0.875rem; }
.amount { font-size: min(8vw, 2.5rem); line-height: 1.1; font-weight: 750; letter-spacing: -0.02em; margin: 4px 0 6px; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: fit-content(45%) minmax(0, 1fr); gap: 6px 12px; margin: 12px 0 0; }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; text-wrap: balance; overflow-wrap: anywhere; }
label { display: block; font-weight: 600; margin: 14px 0 6px; }
input[type=text], input[type=tel], input[type=password], input[type=number], input[type=date], input[type=file], select, textarea {
  width: 100%; min-height: 48px; padding: 10px 14px; border: 1px solid var(--field); border-radius: 12px;
  background: var(--ground); color: var(--ink); font: inherit;
}
[aria-invalid=true] { border-color: var(--bad); }
.problem { margin: 6px 0 0; color: var(--bad); font-size: 0.9375rem; }
textarea { min-height: 120px; font-family: var(--mono); font-size: 0.8125rem; }
input.code { font: 600 1.625rem/1 var(--mono); letter-spacing: 0.3em; text-align: center; }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-height: 48px;
  padding: 10px 18px; border-radius: 12px; border: 1px solid var(--line); background: var(--card);
  color: var(--ink); font: inherit; font-weight: 650; cursor: pointer; text-decoration: none;
}
button.main, .button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.danger { color: var(--bad); }
button.wide, .button.wide { width: 100%; margin-top: 12px; overflow-wrap: anywhere; }
button.wide:has(> .small) { flex-wrap: wrap; justify-content: space-between; text-align: left; }
button.wide > .small { max-width: 100%; margin-left: auto; font-weight: 400; text-align: right; overflow-wrap: anywhere; }
button.small { min-height: 44px; padding: 4px 12px; font-size: 0.875rem; }
button[aria-busy] { cursor: progress; opacity: 0.7; }
button[aria-busy]::after { content: "\\2026"; }
button:hover, .button:hover { filter: brightness(1.04); }
.row { display: flex; gap: 10px; flex-wrap: wrap; align-items: center; }
.row > form { display: inline; }
.row.middle { justify-content: center; }
.choices { display: grid; gap: 10px; border: 0; padding: 0; margin: 12px 0; }
.choices > legend:not(.soft) { margin-bottom: 6px; padding: 0; font-weight: 600; }
details[open] + .row { margin-top: 14px; }
.choice { display: flex; align-items: center; gap: 12px; margin: 0; padding: 14px; border: 1px solid var(--line); border-radius: 14px; font-weight: 500; cursor: pointer; }
.choice:has(input:checked) { border-color: var(--accent); background: var(--tint); }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; accent-color: var(--accent); }
.choice .end { margin-left: auto; text-align: right; font-variant-numeric: tabular-nums; }
.notice { border: 1px solid transparent; border-radius: 12px; padding: 11px 13px; overflow-wrap: anywhere; background: var(--tint); margin-bottom: 14px; }
.notice.bad { background: color-mix(in srgb, var(--bad) 12%, transparent); color: var(--bad); }
.notice.good { background: color-mix(in srgb, var(--good) 14%, transparent); color: var(--good); }
.mark { width: 72px; height: 72px; display: block; margin: 4px auto 12px; }
.center { text-align: center; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
th { text-align: left; color: var(--soft); font-weight: 600; font-size: 0.8125rem; padding: 6px 10px 6px 0; }
td { padding: 9px 10px 9px 0; border-top: 1px solid var(--line); vertical-align: top; font-variant-numeric: tabular-nums; }
td.number, th.number { text-align: right; padding-right: 20px; }
td.number:last-child, th.number:last-child { padding-right: 0; }
code, pre { font-family: var(--mono); font-size: 0.8125rem; }
p code { overflow-wrap: anywhere; }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: 12px; padding: 12px; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; margin: 6px 0 12px; }
mark { background: color-mix(in srgb, var(--bad) 30%, transparent); color: inherit; border-radius: 3px; }
.grid { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17.5rem), 1fr)); align-items: start; }
form .grid { gap: 0 16px; align-items: end; }
.grid .card { margin: 0; }
.phone { max-width: 25rem; margin: 0 auto; border: 10px solid #26233a; border-radius: 42px; padding: 26px 18px; background: var(--card); min-height: 640px; }
.phone section { margin-bottom: 22px; }
.partner { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: start; justify-content: space-between; }
.partner p { flex: 1 1 9rem; overflow-wrap: anywhere; }
.partner button { flex: none; }
.block { display: block; }
@media (min-width: 43.75em) { .link-steps { display: flex; flex-direction: column; } .link-steps .device-qr { order: -1; } }
.qr { max-width: 100%; height: auto; border-radius: 12px; background: #ffffff; }
.client-head { display: flex; justify-content: center; margin-bottom: 14px; }
.client-logo { display: grid; place-items: center; width: 64px; height: 64px; border-radius: 20px; background: var(--tint); color: var(--accent); font-size: 1.75rem; font-weight: 750; object-fit: cover; }
.client-background { position: fixed; inset: 0; width: 100%; height: 100%; object-fit: cover; z-index: -1; opacity: 0.5; }
.client-links { padding: 8px 14px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); }
.client-links a { margin: 0 6px; }
.apart { margin-top: 22px; }
.choice.plain { border: 0; min-height: 44px; padding: 4px 0; font-weight: 500; }
.choice.plain, .choice.plain:has(input:checked) { background: none; }
ul.plain { list-style: none; padding: 0; margin: 0 0 12px; display: grid; gap: 10px; }
ul.plain code { overflow-wrap: anywhere; }
.state-good { color: var(--good); font-weight: 650; }
.state-bad { color: var(--bad); font-weight: 650; }
details summary { cursor: pointer; font-weight: 600; min-height: 44px; padding: 10px 0; width: fit-content; max-width: 100%; overflow-wrap: anywhere; }
@media (prefers-reduced-motion: no-preference) { button, .button { transition: filter 120ms; } }
@media (max-width: 26.25em) { .card { padding: 18px; } }
@media (forced-colors: active) {
  nav a[aria-current] { text-decoration: underline; }
  button.main, .button.main { border-width: 3px; }
  .client-background { display: none; }
}
@media print {
  html:root {
    color-scheme: light;
    --ground: #ffffff; --card: #ffffff; --tint: #ffffff; --ink: #000000; --soft: #333333; --line: #999999; --field: #555555;
    --accent: #000000; --on-accent: #ffffff; --good: #000000; --bad: #000000;
  }
  body { min-height: 0; background: #ffffff; }
  a { color: inherit; text-decoration: none; }
  .skip, header.top, nav, .no-print, button, .button, .client-background, details:not([open]) { display: none; }
  main, main.wide { width: auto; margin: 0; }
  .card, .phone { border: 0; border-radius: 0; padding: 0; min-height: 0; }
  .card { margin-bottom: 16pt; }
  .qr { width: min(100%, 70mm); border-radius: 0; }
  h1, h2, h3 { break-after: avoid; }
  tr, li, .notice, .qr { break-inside: avoid; }
}
`
