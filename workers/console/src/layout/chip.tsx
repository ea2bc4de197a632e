import type { Child } from 'hono/jsx'

/**
 * Meaning of a colour. `good`: done; `warn`: a person should look; `bad`: refused or lost; `plain`:
 * anything else.
 */
export type Tone = 'good' | 'warn' | 'bad' | 'plain'

/** A state in one word; the colour adds no information to the word. */
export function Chip({ tone, children }: { readonly tone: Tone; readonly children?: Child }) {
  return <span class={`chip ${tone}`}>{children}</span>
}
