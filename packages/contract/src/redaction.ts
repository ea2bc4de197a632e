import { checkArguments } from '@merchant-edge/signing/options'

// Field names are compared in lower case and without `_` and `-`: `user_token`, `userToken`,
// `X-Signature`.

/** Fields with secrets: one-time passwords, tokens, gift codes, keys and signatures. */
const secretFields: ReadonlySet<string> = new Set([
  'accesstoken',
  'authorization',
  'clientsecret',
  'code',
  'idtoken',
  'key',
  'logouttoken',
  'otp',
  'password',
  'paytoken',
  'pin',
  'privatekey',
  'refreshtoken',
  'signature',
  'token',
  'usertoken',
  'webtoken',
  'xsignature',
])

/** Fields with personal data: names, e-mail, postal address, date of birth. */
const personFields: ReadonlySet<string> = new Set([
  'address',
  'birthdate',
  'dateofbirth',
  'dob',
  'email',
  'familyname',
  'firstname',
  'fullname',
  'givenname',
  'lastname',
  'merchantusername',
  'middlename',
  'name',
  'nickname',
  'preferredusername',
  'receivername',
])

/** Fields with a web address or a QR of one: its path and query may act as a credential. */
const addressField = /(?:ur[il]s?|qrcode|qrdata|deeplink|referer|location)$/

/** Fields with a phone number, or with an identity that may be one (`id`: Specification 4.9). */
const phoneField = /phone|^(?:id|identify|identity|identitynumber|msisdn|cardno)$/

/** Fields whose digits are an id and not a phone number. */
const idField = /_(?:id|code)$|[a-z](?:Id|Code)$/

/**
 * A Vietnamese phone number inside of a text, but not inside of a longer id: with or without the code
 * of the country, the codes also in brackets, and with up to two blanks, dots, dashes or brackets
 * between two digits.
 */
const phoneInText =
  /(?<![A-Za-z0-9])\(?(?:(?:\+|00[\s.-]?)?84|0)(?:[\s.()\u2010-\u2015-]{0,2}\d){8,10}(?![A-Za-z0-9])/g

/** The token of a header, as messages about a header quote it. */
const tokenInText = /\b(Bearer|Basic) {1,8}[\w.~+/=-]{8,}/g

const emailInText = /(?<![\w.+-])[\w.+-]{1,64}@(?=[\w-]{1,63}\.[\w.-]{1,190})/g

const addressInText = /\b(https?:\/\/[^\s/?#"'<>\\]{1,253})[/?#][^\s"'<>\\]*/gi

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '')
}

/** Which part of a value may be shown, by the name of its field. */
type Sensitivity = 'hidden' | 'phone' | 'address' | 'open'

function sensitivityOf(name: string): Sensitivity {
  const plain = plainName(name)
  if (secretFields.has(plain) || personFields.has(plain)) return 'hidden'
  if (phoneField.test(plain)) return 'phone'
  return addressField.test(plain) ? 'address' : 'open'
}

/** Keeps only the origin of an address; any other text is hidden. */
function maskAddress(text: string, mask: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return text === '' ? text : mask
  return text === url.origin || text === `${url.origin}/` ? text : `${url.origin}/${mask}`
}

/**
 * Replaces all characters of a phone number but the last three by asterisks, as the service does
 * for linked wallets. Spaces, dots, brackets and hyphens between the digits are left out.
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
  checkArguments('maskPhone', {}, { phone })
  const digits = phone.replaceAll(/[\s.()\u2010-\u2015-]/g, '')
  return '*'.repeat(Math.max(0, digits.length - 3)) + digits.slice(-3)
}

/** A `code` in digits is the code of an answer, not a gift code or that of a sign-in. */
function isAnswerCode(name: string, value: unknown): boolean {
  return typeof value === 'number' && /^code$/i.test(name)
}

// Hostile JSON nests deeper than the stack of a caller, or of the log that writes the copy.
const maxLevels = 200

function redactField(name: string, value: unknown, level: number): unknown {
  const isText = typeof value === 'string'
  if (isAnswerCode(name, value)) return value
  switch (sensitivityOf(name)) {
    case 'hidden':
      return value === null || value === undefined ? value : '***'
    case 'phone':
      return isText || typeof value === 'number' ? maskPhone(`${value}`) : redactAt(value, level)
    case 'address':
      if (isText) return maskAddress(value, '***')
      if (!Array.isArray(value)) return redactAt(value, level)
      return isTooDeep(level) ? '***' : value.map((item) => redactField(name, item, level + 1))
    case 'open':
      break
  }
  return isText && idField.test(name) ? value : redactAt(value, level)
}

function isTooDeep(level: number): boolean {
  return level >= maxLevels
}

/** @param level number of lists and objects around the value */
function redactAt(value: unknown, level: number): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value !== 'object' || value === null) return value
  if (isTooDeep(level)) return '***'
  if (Array.isArray(value)) return value.map((item: unknown) => redactAt(item, level + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, redactField(name, field, level + 1)]),
  )
}

/**
 * Masks personal data and credentials in free text, such as a description, a message or an error
 * text: phone numbers, the part of an e-mail address before `@`, path and query of web addresses, the
 * token of a header `Authorization`, and the fields of JSON and queries that {@link redactWire} masks.
 */
export function redactText(text: string): string {
  checkArguments('redactText', {}, { text })
  return redactWire(text)
    .replace(addressInText, '$1/***')
    .replace(emailInText, '***@')
    .replace(tokenInText, '$1 ***')
    .replace(phoneInText, maskPhone)
}

/**
 * Copies a value for a log. Secrets, names, e-mail, postal addresses and dates of birth are
 * replaced by `***`; of phone numbers the last three digits are left, of addresses on the web
 * (`callback_url`, `payment_url`) the origin, also in free text. Ids and amounts stay. Of lists and
 * objects, 200 levels are copied; what lies deeper is replaced by `***`.
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
  return redactAt(value, 0)
}

// A text may be truncated in the middle of a value, so the closing quote may be missing.
const jsonField =
  /"(?:[^"\\]|\\.){1,64}"\s{0,8}:\s{0,8}(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|-?\d[\d.eE+-]*)/g
const jsonFieldParts = /^("((?:[^"\\]|\\.)*)"\s*:\s*)(.*)$/s
const queryField = /(?<=^|[?&;\s"])[\w%.-]{1,64}=[^&;"\s#\\]*/g
const hidden = '[redacted]'

function redactWritten(name: string, written: string): string {
  switch (sensitivityOf(name)) {
    case 'hidden':
      return written === '' ? written : hidden
    case 'phone':
      return maskPhone(written)
    case 'address':
      return maskAddress(written, hidden)
    case 'open':
      break
  }
  return written
}

/**
 * Decodes the content of a JSON text; returns it unchanged when it cannot be decoded, because it
 * may be truncated.
 */
function unescaped(content: string): string {
  try {
    const value: unknown = JSON.parse(`"${content}"`)
    return typeof value === 'string' ? value : content
  } catch {
    return content
  }
}

function redactJsonField(field: string): string {
  const [, start = '', name = '', value = ''] = jsonFieldParts.exec(field) ?? []
  const isText = value.startsWith('"')
  const plain = unescaped(name)
  if (!isText && isAnswerCode(plain, Number(value))) return field
  const written = isText ? value.replaceAll(/^"|"$/g, '') : value
  const content = isText ? unescaped(written) : value
  // A text may itself be JSON or an address with a query.
  const redacted = redactWritten(plain, redactWire(content))
  return redacted === content ? field : `${start}${JSON.stringify(redacted)}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function redactQueryField(field: string): string {
  const equals = field.indexOf('=')
  const name = field.slice(0, equals)
  const content = decoded(field.slice(equals + 1))
  const redacted = redactWritten(decoded(name), content)
  return redacted === content ? field : `${name}=${redacted}`
}

/**
 * Redacts a text with JSON, a query or both, without parsing it, because received text may be
 * malformed or truncated. Secrets and personal data are replaced by `[redacted]`; phone numbers
 * keep their last three digits, addresses their origin. Everything else stays unchanged, including
 * free text.
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
  checkArguments('redactWire', {}, { text })
  return text.replaceAll(jsonField, redactJsonField).replaceAll(queryField, redactQueryField)
}
