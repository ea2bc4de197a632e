import type { Child } from 'hono/jsx'

/** What a colour says. `good`: done; `warn`: a person should look; `bad`: refused or lost; `plain`: anything else. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain'

/** A state in one word; the colour says nothing that the word does not. */
export function Chip({ tone, children }: { readonly tone: Tone; readonly children?: Child }) {
  return <span class={`chip ${tone}`}>{children}</span>
}
