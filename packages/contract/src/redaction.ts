/** Fields that hold a secret: one-time passwords, tokens, gift codes, keys and signatures. */
const secretField =
  /^(otp|pin|password|code|signature|x-signature|user_token|logout_token|(access|refresh|id)_token|client_secret|private_key)$/i

/** Fields that hold a phone number, or an identity that may be one (`id`: Specification 4.9). */
const phoneField = /phone|^(id|identify|identity|identity_number|msisdn|card_no)$/i

/** Fields whose digits are an id and not a phone number. */
const idField = /_(id|code)$/i

/** A Vietnamese phone number inside of a text, but not inside of a longer id. */
const phoneInText = /(?<![A-Za-z0-9])(?:\+?84|0)\d{8,10}(?![A-Za-z0-9])/g

/**
 * Replaces all characters of a phone number but the last three by asterisks, as the service does for
 * linked wallets. Spaces, dots, brackets and hyphens between the digits are left out.
 *
 * @param phone a phone number in any spelling, or one that is masked already
 * @returns `*******678` for `0912345678`
 *
 * @example
 * ```ts
 * import { maskPhone } from '@merchant-edge/contract/redaction'
 *
 * const shown: string = maskPhone('0912 345 678')
 * if (shown !== '*******678') throw new Error(shown)
 * ```
 *
 * @see Specification 2.13
 */
export function maskPhone(phone: string): string {
  const digits = phone.replaceAll(/[\s.()-]/g, '')
  return '*'.repeat(Math.max(0, digits.length - 3)) + digits.slice(-3)
}

function redactField(name: string, value: unknown): unknown {
  if (secretField.test(name)) return '***'
  if (phoneField.test(name) && (typeof value === 'string' || typeof value === 'number')) {
    return maskPhone(`${value}`)
  }
  if (typeof value === 'string' && idField.test(name)) return value
  return redact(value)
}

/** Masks the phone numbers in free text, such as a description or a message. */
export function redactText(text: string): string {
  return text.replace(phoneInText, maskPhone)
}

/**
 * Copies a value for a log. Secrets are replaced by `***`; of phone numbers the last three digits are
 * left, also in free text. Ids and amounts stay.
 *
 * @param value anything that JSON can hold; it is not changed
 *
 * @example
 * ```ts
 * import { redact } from '@merchant-edge/contract/redaction'
 *
 * const logged = redact({ otp: '123456', phone_number: '0912345678', order_amount: 50_000 })
 * const expected = '{"otp":"***","phone_number":"*******678","order_amount":50000}'
 * if (JSON.stringify(logged) !== expected) throw new Error(JSON.stringify(logged))
 * ```
 */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value)
  if (Array.isArray(value)) return value.map((item: unknown) => redact(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, redactField(name, field)]),
  )
}

// A text may be cut off in the middle of a value, so the closing quote may be missing.
const jsonField = /"[\w-]+"\s*:\s*(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|-?\d[\d.eE+-]*)/g
const jsonFieldParts = /^("([^"]*)"\s*:\s*)(.*)$/s
const queryField = /(?<=[?&])[\w-]+=[^&;"\s#]*/g

function redactWritten(name: string, written: string): string {
  if (secretField.test(name)) return '[redacted]'
  return phoneField.test(name) ? maskPhone(written) : written
}

function redactJsonField(field: string): string {
  const [, start = '', name = '', value = ''] = jsonFieldParts.exec(field) ?? []
  const isText = value.startsWith('"')
  // A `code` in digits is the code of an answer, not a gift code.
  if (!isText && /^code$/i.test(name)) return field
  const content = isText ? value.replaceAll(/^"|"$/g, '') : value
  const redacted = redactWritten(name, content)
  return redacted === content ? field : `${start}"${redacted}"`
}

function redactQueryField(field: string): string {
  const equals = field.indexOf('=')
  const name = field.slice(0, equals)
  return `${name}=${redactWritten(name, field.slice(equals + 1))}`
}

/**
 * Redacts a text that holds JSON, a query or both, without parsing it: what was received may be
 * malformed or cut off. Secrets are replaced by `[redacted]`; of phone numbers the last three digits are
 * left. Everything else stays as it is, free text too.
 *
 * @example
 * ```ts
 * import { redactWire } from '@merchant-edge/contract/redaction'
 *
 * const logged: string = redactWire('{"user_token":"T-1","phone_no":"0912345678"')
 * if (logged !== '{"user_token":"[redacted]","phone_no":"*******678"') throw new Error(logged)
 * ```
 */
export function redactWire(text: string): string {
  return text.replaceAll(jsonField, redactJsonField).replaceAll(queryField, redactQueryField)
}
