/** Says why a request got no answer; `fetch` hides the reason in causes. */
export function networkFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (error instanceof AggregateError && error.errors.length > 0) {
    return networkFailure(error.errors[0])
  }
  if (error.cause instanceof Error) return networkFailure(error.cause)
  if (error.message === 'bad port') {
    return 'nothing is ever sent to this port, which belongs to another protocol; use another port, such as 8788'
  }
  return 'code' in error ? `${String(error.code)}: ${error.message}` : error.message
}
