const shownHeaders = [
  'accept',
  'content-type',
  'user-agent',
  'x-api-code',
  'x-key-code',
  'x-merchant-id',
  'x-nonce',
  'x-request-id',
  'x-signature',
  'x-terminal-id',
  'x-timestamp',
]

/** The headers of a request that belong into a journal. */
export function shownHeadersOf(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    shownHeaders.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value.slice(0, 1024)]]
    }),
  )
}
