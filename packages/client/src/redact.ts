const secretKeys =
  /^(otp|pin|password|code|signature|user_token|logout_token|(access|refresh|id)_token|client_secret|private_key|x-signature)$/i
const phoneKeys = /phone|^(identify|identity|identity_number|msisdn|card_no)$/i
const idKeys = /(^|_)(id|code)$/i

/** A Vietnamese phone number inside of a text, but not inside of a longer id. */
const phoneInText = /(?<![A-Za-z0-9])(?:\+?84|0)\d{8,10}(?![A-Za-z0-9])/g

function maskPhone(phone: string): string {
  return '*'.repeat(Math.max(0, phone.length - 3)) + phone.slice(-3)
}

function redactField(key: string, value: unknown): unknown {
  if (secretKeys.test(key)) return '***'
  if (phoneKeys.test(key) && (typeof value === 'string' || typeof value === 'number')) {
    return maskPhone(`${value}`)
  }
  if (typeof value === 'string' && idKeys.test(key)) return value
  return redact(value)
}

/** Masks the phone numbers in a text, for a log. */
export function redactText(text: string): string {
  return text.replace(phoneInText, maskPhone)
}

/**
 * Copies a value for a log: one-time passwords, tokens, gift codes and signatures are gone, and of phone numbers
 * only the last three digits are left, also in free text such as a description.
 *
 * @param value what JSON can hold
 */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value)
  if (Array.isArray(value)) return value.map((item: unknown) => redact(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, redactField(key, field)]),
  )
}
