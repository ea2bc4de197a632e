import type { OrdersContext } from './orders-context.ts'

const maxMessageChars = 300

/**
 * The error that began it. The message of an error of a query repeats the values of the query, which may
 * be personal data; the error of the database, its cause, does not.
 */
function firstCause(error: unknown): unknown {
  let cause = error
  for (let depth = 0; depth < 8 && cause instanceof Error; depth += 1) {
    if (cause.cause === undefined) return cause
    cause = cause.cause
  }
  return cause
}

/**
 * Logs work of a background job that has failed, as a line with the code `work_failed`. The platform
 * logs only the error with which the job ends, which says that some of its work has failed.
 *
 * @param failed.work name of the work, such as `refunds`; the other fields say what it was about
 */
export function logFailure(
  { log }: Pick<OrdersContext, 'log'>,
  failed: Readonly<Record<string, string>> & { readonly work: string },
  error: unknown,
): void {
  const cause = firstCause(error)
  const said =
    cause instanceof Error
      ? { error: cause.name, message: cause.message.slice(0, maxMessageChars) }
      : { error: 'unknown error' }
  log?.({ code: 'work_failed', ...failed, ...said })
}
