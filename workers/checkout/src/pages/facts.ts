import type { Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'

/** A list of names and values; a value that is empty is left out with its name. */
export function facts(rows: readonly (readonly [name: string, value: string])[]): Markup {
  return html`<dl>
    ${rows
      .filter(([, value]) => value !== '')
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`
}
