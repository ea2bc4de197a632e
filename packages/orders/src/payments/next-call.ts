/**
 * The columns of an attempt for the next call about its money, when it becomes paid: none, unless
 * only a verdict says so and the money may be held.
 *
 * @param paid.askAtMs when to call, in milliseconds since 1970
 */
export function nextCallOf(
  { askAtMs = null }: { readonly askAtMs?: number | null | undefined },
  atMs: number,
): {
  readonly nextCallAtMs: number | null
  readonly calls?: number
  readonly leaseUntilMs?: number
} {
  if (askAtMs === null) return { nextCallAtMs: null }
  return { nextCallAtMs: askAtMs, calls: 0, leaseUntilMs: atMs }
}
