import * as limits from '@merchant-edge/contract/limits'
import { decodeBase64 } from '@merchant-edge/signing'
import { quoted } from '../command/printable.ts'

/** One problem of a signed request. */
export interface Finding {
  /** The part concerned: a header, the key, or the signed text. */
  readonly part: string
  /** `meta.code` that the service would refuse with; absent when the service cannot see it. */
  readonly code?: number
  readonly message: string
  readonly remedy: string
}

/** The header values of a request; empty text for missing ones. */
export interface ClaimedHeaders {
  readonly keyCode: string
  readonly nonce: string
  readonly timestamp: string
  readonly signature: string
}

function checkPresence(header: string, value: string, maxChars: number): Finding[] {
  const code = header === 'X-Nonce' ? 4010005 : 4010001
  if (value === '') {
    return [{ part: header, code, message: `${header} is missing.`, remedy: `Send ${header}.` }]
  }
  if (value.length > maxChars) {
    const message = `${header} has ${value.length} characters; at most ${maxChars} are allowed.`
    return [{ part: header, code, message, remedy: `Shorten ${header}.` }]
  }
  if (value.includes(';')) {
    const message = `${header} holds a semicolon, which separates the parts of the signed text.`
    return [{ part: header, code, message, remedy: `Leave semicolons out of ${header}.` }]
  }
  if (!/^[\x21-\x7e]+$/.test(value) && maxChars !== Infinity) {
    const message = `${header} holds a space, a control character or a character beyond ASCII.`
    return [{ part: header, code, message, remedy: `Write ${header} in printable ASCII.` }]
  }
  return []
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

function checkTimestamp(timestamp: string, nowSeconds: number): Finding[] {
  const part = 'X-Timestamp'
  if (!/^\d{1,15}$/.test(timestamp)) {
    const message = `X-Timestamp is ${quoted(timestamp)}, which is not a whole number.`
    return [{ part, code: 4010002, message, remedy: 'Send whole seconds since 1970, digits only.' }]
  }
  const age = nowSeconds - Number(timestamp)
  if (timestamp.length > 11) {
    const message = 'X-Timestamp is in milliseconds, which as seconds lie far in the future.'
    return [{ part, code: 4010003, message, remedy: 'Divide by 1000 and drop the fraction.' }]
  }
  if (age < 0) {
    const message = `X-Timestamp is ${duration(-age)} in the future.`
    return [
      { part, code: 4010003, message, remedy: 'Set the clock by the Date header of an answer.' },
    ]
  }
  if (age > limits.timestampAgeSeconds) {
    const message = `X-Timestamp is ${duration(age)} old; at most 2 h are allowed.`
    const remedy =
      'Sign at the time of sending. For a request of earlier, give its time with --received-at.'
    return [{ part, code: 4010004, message, remedy }]
  }
  return []
}

/**
 * Checks the headers in the order in which the service does.
 *
 * @param nowSeconds time at which the service receives the request, in seconds since 1970
 * @see Specification 5.1, 7
 */
export function checkHeaders(claimed: ClaimedHeaders, nowSeconds: number): Finding[] {
  const { keyCode, nonce, timestamp, signature } = claimed
  const findings = [
    ...checkPresence('X-Key-Code', keyCode, limits.keyCodeChars),
    ...checkPresence('X-Timestamp', timestamp, Infinity),
    ...checkPresence('X-Signature', signature, Infinity),
    ...checkPresence('X-Nonce', nonce, limits.nonceChars),
  ]
  if (timestamp !== '') findings.push(...checkTimestamp(timestamp, nowSeconds))
  return findings
}

/** Checks the encoding of a signature, without a key. */
export function checkSignatureForm(signature: string): Finding[] {
  if (signature === '' || decodeBase64(signature) !== undefined) return []
  return [
    {
      part: 'X-Signature',
      code: 4010001,
      message: 'X-Signature is not standard base64 with padding, on one line.',
      remedy: 'Encode with the alphabet A-Z a-z 0-9 + / and = at the end.',
    },
  ]
}
