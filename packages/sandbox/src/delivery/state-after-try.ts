/** What a try changes of its delivery. */
export type StateAfterTry =
  | { readonly state: 'delivered' | 'failed' }
  | {
      /** Another try is to come. */
      readonly state: 'due'
      /** In milliseconds of the sandbox's clock. */
      readonly dueAtMs: number
      /** Seconds between the tries after it. */
      readonly retrySeconds: readonly number[]
    }

/**
 * Where a delivery stands after a try: any 2xx delivers it.
 *
 * @param row seconds between the tries that were still to come
 * @param httpStatus status of the answer; null when there was none
 * @param nowMs the sandbox's clock
 */
export function stateAfterTry(
  row: { readonly retrySeconds: readonly number[] },
  httpStatus: number | null,
  nowMs: number,
): StateAfterTry {
  if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) return { state: 'delivered' }
  const [waitSeconds, ...retrySeconds] = row.retrySeconds
  if (waitSeconds === undefined) return { state: 'failed' }
  return { state: 'due', dueAtMs: nowMs + waitSeconds * 1000, retrySeconds }
}
