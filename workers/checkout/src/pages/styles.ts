/** The one style sheet of the checkout: phone first, light and dark, one accent colour. */
export const styles = `
:root {
  color-scheme: light dark;
  --ground: #f5f6f8; --card: #ffffff; --ink: #12151c; --soft: #596170; --line: #e5e8ee; --tint: #eef2fd;
  --accent: #1d4ed8; --accent-hover: #1842b8; --on-accent: #ffffff; --accent-text: #1d4ed8; --field: #7a8291;
  --good: #0a7a4d; --wait: #1d4ed8; --warn: #92580a; --bad: #b42318;
  --shadow: 0 1px 2px rgb(18 21 28 / 4%), 0 12px 32px rgb(18 21 28 / 6%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1015; --card: #161a21; --ink: #eef1f6; --soft: #a2abba; --line: #282e39; --tint: #1b2437;
    --accent: #8db0ff; --accent-hover: #a9c3ff; --on-accent: #0b1a3d; --accent-text: #8db0ff; --field: #79839a;
    --good: #4fd19a; --wait: #8db0ff; --warn: #f0b45c; --bad: #ff9b91;
    --shadow: none;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column;
  background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
a { color: var(--accent-text); }
:focus-visible { outline: 3px solid var(--accent-text); outline-offset: 3px; border-radius: 6px; }
h1:focus { outline: none; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 12px; top: 12px; background: var(--card); padding: 10px 14px; border-radius: 8px; z-index: 1; }
header {
  display: flex; align-items: center; justify-content: space-between; gap: 16px;
  width: min(100% - 40px, 57.5rem); margin: 0 auto; padding: 17px 0;
}
.brand { display: inline-flex; align-items: center; gap: 8px; font-weight: 600; }
.brand svg { width: 22px; height: 22px; fill: none; stroke: var(--accent-text); stroke-width: 2; stroke-linecap: round; }
.brand .logo { height: 32px; width: auto; max-width: 96px; object-fit: contain; display: block; }
.brand .name { overflow-wrap: anywhere; }
.language { display: inline-flex; align-items: center; min-height: 44px; font-size: 0.9375rem; text-underline-offset: 3px; }
main { width: min(100% - 32px, 28.75rem); margin: auto; padding: 8px 0 48px; }
main.wide { width: min(100% - 32px, 57.5rem); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 24px; padding: 32px 24px 28px; box-shadow: var(--shadow); }
h1 { margin: 0; font-size: 1.25rem; line-height: 1.3; font-weight: 650; letter-spacing: -0.01em; text-wrap: balance; }
.amount { margin: 4px 0 0; font-size: min(11.5vw, 3.25rem); line-height: 1.1; font-weight: 680; letter-spacing: -0.035em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.amount.long { font-size: min(9.5vw, 2.75rem); } .amount.longest { font-size: min(7.5vw, 2.25rem); }
.lead { margin: 12px auto 0; max-width: 34ch; color: var(--soft); text-wrap: pretty; }
.note { margin: 18px 0 0; color: var(--soft); font-size: 0.875rem; }
dl { margin: 28px 0 0; border-top: 1px solid var(--line); }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 12px 0; border-bottom: 1px solid var(--line); }
dl div:last-child { border-bottom: 0; padding-bottom: 0; }
dt { color: var(--soft); flex: none; max-width: 45%; text-align: left; }
dd { margin: 0; text-align: right; text-wrap: balance; overflow-wrap: anywhere; min-width: 0; }
.actions { display: grid; gap: 10px; margin-top: 24px; }
.button {
  display: flex; align-items: center; justify-content: center; min-height: 52px; padding: 10px 20px;
  border: 1px solid var(--line); border-radius: 14px; color: var(--ink); font-weight: 600; text-decoration: none; text-align: center;
}
.button:hover { border-color: var(--soft); }
.button.main { background: var(--accent); border-color: var(--accent-text); color: var(--on-accent); }
.button.main:hover { background: var(--accent-hover); }
.button.quiet { border-color: transparent; color: var(--accent-text); }
button[aria-busy] { cursor: progress; opacity: 0.7; }
button[aria-busy]::after { content: "\\2026"; }
button.button { font: inherit; font-weight: 600; cursor: pointer; width: 100%; background: none; }
.wallet { white-space: nowrap; font-variant-numeric: tabular-nums; }
.otp, .points { text-align: left; }
.points summary { cursor: pointer; min-height: 44px; padding: 10px 0; font-weight: 600; color: var(--accent-text); }
.points label { display: block; font-weight: 600; }
.points input {
  width: 100%; min-height: 52px; margin: 6px 0; padding: 8px 16px; border: 1px solid var(--field); border-radius: 14px;
  background: var(--card); color: var(--ink); font: inherit; font-variant-numeric: tabular-nums;
}
.points input[aria-invalid="true"] { border-color: var(--bad); }
.points .note, .points .problem { margin: 0 0 6px; }
.otp label { font-weight: 600; }
.otp input[type="text"] {
  width: 100%; min-height: 56px; padding: 8px 16px; border: 1px solid var(--field); border-radius: 14px;
  background: var(--card); color: var(--ink); font: inherit; font-size: 1.5rem; letter-spacing: 0.2em; text-align: center;
}
.otp input[aria-invalid="true"] { border-color: var(--bad); }
.otp .note, .otp .problem { margin: 0; }
.problem { margin: 18px 0 0; color: var(--bad); font-size: 0.9375rem; }
.stage { text-align: center; }
.stage h1 { margin-top: 20px; }
.stage .amount { margin-top: 14px; }
.icon { width: 72px; height: 72px; display: block; margin: 4px auto 0; color: var(--wait); }
.icon .ground { fill: currentColor; opacity: 0.12; }
.icon g { fill: none; stroke: currentColor; stroke-width: 3.5; stroke-linecap: round; stroke-linejoin: round; }
.icon .track { opacity: 0.25; }
.icon-paid { color: var(--good); }
.icon-held { color: var(--good); }
.icon-expired, .icon-failed, .icon-lapsed, .icon-partRefunded, .icon-refunded, .icon-cancelled, .icon-denied { color: var(--soft); }
.icon-disputed, .icon-unsettled { color: var(--warn); }
.icon .drawn { stroke-dasharray: 1; }
.countdown { margin: 14px 0 0; color: var(--soft); font-size: 0.9375rem; text-align: center; font-variant-numeric: tabular-nums; }
.countdown time { color: var(--ink); font-weight: 650; }
.countdown.short time { color: var(--bad); }
.scan { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; text-align: center; }
.qr { display: block; width: min(100%, 280px); height: auto; margin: 0 auto; border-radius: 16px; border: 1px solid var(--line); }
.steps { margin: 0; padding: 0; list-style: none; counter-reset: step; text-align: left; display: grid; gap: 12px; }
.steps li { counter-increment: step; display: flex; gap: 12px; align-items: baseline; }
.steps li::before {
  content: counter(step); flex: none; width: 1.625rem; height: 1.625rem; border-radius: 50%; background: var(--tint); color: var(--accent-text);
  font-size: 0.875rem; font-weight: 650; line-height: 1.625rem; text-align: center;
}
.listening { display: flex; align-items: center; justify-content: center; gap: 10px; margin: 24px 0 0; color: var(--soft); font-size: 0.9375rem; }
.offline {
  margin: 0 0 16px; padding: 14px 18px; border: 1px solid var(--warn); border-radius: 14px; background: var(--card);
  color: var(--ink); font-size: 0.9375rem; text-align: left;
}
.pulse { width: 10px; height: 10px; border-radius: 50%; background: var(--accent); }
@media (min-width: 50em) {
  .card { padding: 48px 56px 44px; }
  .scan { grid-template-columns: minmax(0, 1fr) 336px; gap: 0 72px; text-align: left; align-items: start; }
  .scan > * { grid-column: 1; }
  .scan .scan-code { grid-column: 2; grid-row: 1 / 4; align-self: center; }
  .scan-rest { grid-row: 2; margin-top: 32px; }
  .scan-other { grid-row: 3; margin-top: 24px; }
  .qr { width: 336px; }
  .listening { justify-content: flex-start; }
  h1 { font-size: 1.375rem; }
}
@media (max-height: 720px) and (max-width: 49.9375em) { .card { padding-top: 24px; } }
@media (prefers-reduced-motion: no-preference) {
  .button { transition: background-color 120ms, border-color 120ms; }
  .icon .turning { transform-origin: 32px 32px; animation: turn 1s linear infinite; }
  .icon .drawn { animation: draw 450ms 120ms ease-out backwards; }
  .pulse { animation: pulse 1.8s ease-out infinite; }
}
@media print {
  .language, .points, .note, .listening, .scan-other { display: none; }
  body { font-size: 12pt; }
  .amount, .amount.long, .amount.longest { font-size: 26pt; }
  .scan { display: block; text-align: left; }
  .qr { width: min(100%, 70mm); margin: 12pt 0; border: 0; border-radius: 0; }
  header, main, main.wide { width: 100%; margin: 0; padding: 0 0 12pt; }
  .card { border: 0; border-radius: 0; padding: 0; box-shadow: none; break-inside: avoid; }
  .stage { text-align: left; }
  .icon { display: none; }
  .lead { margin-left: 0; max-width: none; }
}
@keyframes turn { to { transform: rotate(360deg); } }
@keyframes draw { from { stroke-dashoffset: 1; } }
@keyframes pulse {
  from { box-shadow: 0 0 0 0 color-mix(in srgb, var(--accent) 45%, transparent); }
  to { box-shadow: 0 0 0 12px transparent; }
}
`
