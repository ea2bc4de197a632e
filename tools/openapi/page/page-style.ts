/** Style sheet of the page; light and dark, phone first. */
export const pageStyle = `
:root { color-scheme: light dark; --ground:#f6f5fb; --card:#fff; --ink:#1b1830; --soft:#625e76; --line:#e4e1f0; --accent:#5b3df5; --tint:#efebff; --good:#0b7a4b; --bad:#b3261e; --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
@media (prefers-color-scheme: dark) { :root { --ground:#131120; --card:#1d1a2e; --ink:#f1eefc; --soft:#a9a4c2; --line:#332f4a; --accent:#a08fff; --tint:#2a2450; --good:#4fd39a; --bad:#ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
.skip { position: absolute; left: -999px; } .skip:focus { left: 12px; top: 12px; background: var(--card); padding: 8px 12px; z-index: 3; }
header { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; padding: 12px 20px; background: var(--card); border-bottom: 1px solid var(--line); }
header strong { font-size: 1.0625rem; }
header input { flex: 1 1 12.5rem; min-width: 0; max-width: 28.75rem; font: inherit; padding: 8px 12px; border-radius: 10px; border: 1px solid var(--line); background: var(--ground); color: inherit; }
header .languages { margin-left: auto; display: flex; gap: 12px; font-size: 0.875rem; }
header .languages [aria-current] { color: var(--ink); text-decoration: none; font-weight: 650; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 32px; width: min(100% - 32px, 73.75rem); margin: 24px auto 80px; }
nav details > summary { cursor: pointer; font-weight: 650; padding: 10px 0; }
nav .document { font-weight: 700; margin: 22px 0 0; }
nav h2 { font-size: 0.8125rem; text-transform: uppercase; letter-spacing: .04em; color: var(--soft); margin: 18px 0 4px; }
nav ul { list-style: none; margin: 0; padding: 0; } nav a { display: block; padding: 5px 10px; border-radius: 8px; text-decoration: none; color: var(--ink); font-size: 0.9375rem; overflow-wrap: anywhere; }
nav a:hover { background: var(--tint); }
@media (min-width: 56.25em) { .columns { grid-template-columns: 15.625rem minmax(0, 1fr); } nav { position: sticky; top: 4.75rem; align-self: start; max-height: calc(100vh - 6rem); overflow: auto; } nav details > summary { display: none; } }
/* On a low screen, as at a zoom of 400 %, a header that stays would cover what is read. */
@media (min-height: 500px) { html { scroll-padding-top: 5.25rem; } header { position: sticky; top: 0; z-index: 2; } }
@media (min-height: 500px) and (max-width: 40em) { html { scroll-padding-top: 8.75rem; } }
h1, h2, h3, h4, p, summary { overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 6px; letter-spacing: -.02em; }
.lead { color: var(--soft); margin: 0 0 20px; max-width: 62ch; }
section > h2, .shared h2 { font-size: 1.3125rem; margin: 34px 0 12px; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 16px; padding: 18px 20px; margin: 0 0 16px; }
h3 { margin: 0; font-size: 1.125rem; } h3 a { color: inherit; text-decoration: none; } h3 a:hover { text-decoration: underline; }
h4 { margin: 18px 0 6px; font-size: 0.875rem; color: var(--soft); } h4 code { color: var(--ink); }
p { margin: 6px 0; } .summary { font-weight: 550; }
code, pre { font-family: var(--mono); font-size: .88em; } .call { overflow-wrap: anywhere; }
.method, .status { display: inline-block; font: 650 0.75rem/1 var(--mono); padding: 5px 8px; border-radius: 7px; background: var(--tint); color: var(--accent); }
.method.get { color: var(--good); }
.old { color: var(--bad); font-weight: 500; }
pre { overflow: auto; background: var(--ground); border: 1px solid var(--line); border-radius: 12px; padding: 12px 14px; margin: 0; line-height: 1.5; }
article > details { border-top: 1px solid var(--line); padding: 8px 0; } article > details > summary { cursor: pointer; padding: 4px 0; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: 0.9062rem; }
th, td { text-align: left; vertical-align: top; padding: 8px 12px 8px 0; border-top: 1px solid var(--line); } thead th { border-top: 0; color: var(--soft); font-weight: 550; font-size: 0.8125rem; }
tbody th { font-weight: 500; } th small { display: block; color: var(--soft); font-weight: 400; font-size: 0.7812rem; } th small.must { color: var(--accent); }
td { min-width: 9.375rem; overflow-wrap: anywhere; } .rule { color: var(--soft); font-family: var(--mono); font-size: 0.7812rem; min-width: 7.5rem; }
/* Where there is room, neither a long name nor a long rule squeezes the sentence between them. */
@media (min-width: 75em) { td:has(+ .rule) { min-width: 16rem; } }
@media (max-width: 40em) {
  .columns { width: min(100% - 20px, 73.75rem); } article { padding: 16px 14px; }
  thead { display: none; } table, tbody, tr, tbody th, td { display: block; }
  tr { border-top: 1px solid var(--line); padding: 8px 0; } tbody th, td { border: 0; padding: 1px 0; min-width: 0; }
  tbody th { overflow-wrap: anywhere; } tbody th small { display: inline; margin-left: 8px; } td:empty { display: none; }
}
[hidden] { display: none; }
@media print {
  header, nav { display: none; } header { position: static; }
  .columns { display: block; width: auto; margin: 0; }
  article { border: 0; padding: 0; } h2, h3, h4 { break-after: avoid; } tr { break-inside: avoid; }
  pre, .scroll { overflow: visible; white-space: pre-wrap; overflow-wrap: anywhere; }
}
`
