import type { Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import type { Messages } from './messages/english.ts'

/** An icon for the stage of a payment. */
export type StageIcon = keyof Messages['states']

const hourglass = html`<path
  d="M24 18h16M24 46h16M26 18c0 8 12 9 12 14s-12 6-12 14M38 18c0 8-12 9-12 14s12 6 12 14"
/>`

const shapes: Readonly<Record<StageIcon, Markup>> = {
  waiting: html`<circle cx="32" cy="32" r="14" /><path d="M32 24v8.500l5.500 3.500" />`,
  confirming: html`<circle class="track" cx="32" cy="32" r="14" />
    <path class="turning" d="M32 18a14 14 0 0 1 14 14" />`,
  paid: html`<path class="drawn" pathLength="1" d="M21 33l8 8 15-17" />`,
  expired: hourglass,
  lapsed: hourglass,
  denied: html`<path d="M24 24l16 16M40 24L24 40" />`,
  disputed: html`<path d="M32 21v14" /><path d="M32 42.500v.1" />`,
  partRefunded: html`<path d="M27 23l-7 7 7 7" /><path d="M20 30h16a8 8 0 0 1 0 16h-4" />`,
  held: html`<rect x="22" y="30" width="20" height="15" rx="4" /><path
      d="M26 30v-4a6 6 0 0 1 12 0v4"
    />`,
  failed: html`<path d="M24 24l16 16M40 24L24 40" />`,
  cancelled: html`<path d="M24 24l16 16M40 24L24 40" />`,
  unsettled: html`<circle class="track" cx="32" cy="32" r="14" />
    <path class="turning" d="M32 18a14 14 0 0 1 14 14" />`,
  refunded: html`<path d="M27 23l-7 7 7 7" /><path d="M20 30h16a8 8 0 0 1 0 16h-4" />`,
}

/** The icon of a stage in its colour; the text next to it says the same. */
export function stageIcon(stage: StageIcon): Markup {
  return html`<svg class="icon icon-${stage}" viewBox="0 0 64 64" aria-hidden="true">
    <circle class="ground" cx="32" cy="32" r="32" />
    <g>${shapes[stage]}</g>
  </svg>`
}
