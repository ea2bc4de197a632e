const maxPauseMs = 60 * 60_000
/** Characters of the longest supported form, an HTTP date. @see RFC 9110, section 10.2.3 */
const maxChars = 29
const dateForm = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

function askedMs(text: string, nowMs: number): number {
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  return dateForm.test(text) ? Date.parse(text) - nowMs : Number.NaN
}

/**
 * Parses the pause requested by `Retry-After`.
 *
 * @param text the header: whole seconds, or a date such as `Sun, 22 Nov 2026 08:49:37 GMT`
 * @param nowMs when the answer came, in milliseconds since 1970
 * @returns milliseconds, 0 to an hour; `undefined` when the header is left out or has another form
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfterMs(text: string | null, nowMs: number): number | undefined {
  if (text === null || text.length > maxChars) return undefined
  const pauseMs = askedMs(text, nowMs)
  return Number.isNaN(pauseMs) ? undefined : Math.min(maxPauseMs, Math.max(0, pauseMs))
}
