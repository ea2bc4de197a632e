const secretFields =
  /("(?:otp|pin|code|user_token|client_secret|password)"\s*:\s*")((?:[^"\\]|\\.)*)(")/g
// All but the last three characters of the value.
const phoneFields =
  /(?<="(?:phone|phone_no|phone_number|receiver_phone_number|identity|identify|id|card_no)"\s*:\s*"[^"]*)[^"](?=[^"]{3})/g
const phoneParameters = /(?<=[?&](?:phone_number|identity)=[^&;]*)[^&;](?=[^&;]{3})/g

/**
 * Replaces secrets in a text that holds JSON or a query, and leaves the last three digits of phone
 * numbers.
 */
export function redact(text: string): string {
  return text
    .replaceAll(secretFields, '$1[redacted]$3')
    .replaceAll(phoneFields, '*')
    .replaceAll(phoneParameters, '*')
}

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
