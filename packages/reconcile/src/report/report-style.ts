import { raw } from 'hono/html'

/** Colours of the statuses, told apart without red and green. */
export const statusColors = {
  '00': '#6b7f8f',
  '01': '#d98200',
  '02': '#1769aa',
  '03': '#8e44ad',
} as const

/** Styles of the report; no font, picture or script comes from elsewhere. */
export const reportStyle = raw(`
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; } h2 { margin-top: 2.5rem; }
.ok, .bad { padding: .6rem 1rem; border-left: .4rem solid #2e7d32; background: #2e7d3222; }
.bad { border-color: #c62828; background: #c6282822; font-weight: 600; }
table { border-collapse: collapse; width: 100%; } .wide { overflow-x: auto; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #8885; text-align: left; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
figure { margin: 1.5rem 0; } figcaption { font-weight: 600; } svg { width: 100%; max-width: 44rem; }
svg text { font-size: 13px; fill: currentColor; } code { overflow-wrap: anywhere; font-size: .85em; }
`)
