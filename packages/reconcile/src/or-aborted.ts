/**
 * Waits for work, but no longer than until the signal aborts; then it rejects with the signal's
 * reason.
 *
 * @param discard gets what the work brings after that, so that nothing stays open
 */
export async function orAborted<Value>(
  work: Value | Promise<Value>,
  signal: AbortSignal | undefined,
  discard?: (late: Value) => unknown,
): Promise<Value> {
  if (signal === undefined) return await work
  const working = Promise.resolve(work)
  let abort = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason)
  })
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    return await Promise.race([working, aborted])
  } catch (error) {
    // What fails now has nobody who waits for it.
    if (signal.aborted) working.then((late) => discard?.(late)).catch(() => undefined)
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
