import type { Child } from 'hono/jsx'

/** A name and a value; left out when the value is `undefined`. */
export type Fact = readonly [name: string, value: Child | undefined]

/** A list of names and values. */
export function Facts({ rows }: { readonly rows: readonly Fact[] }) {
  return (
    <dl class="facts">
      {rows
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
