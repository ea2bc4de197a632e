import * as limits from '@merchant-edge/contract/limits'
import { usageFailure } from '../command/command-failure.ts'
import { quoted } from '../command/printable.ts'
import type { Terminal } from '../command/terminal.ts'

const separator =
  'A semicolon separates the parts of the signed text, so no part but the body may hold one.'

function checkText(name: string, value: string, maxChars: number): string {
  if (value.length > maxChars) {
    throw usageFailure(
      `${name} has ${value.length} characters; at most ${maxChars} are allowed.`,
      `Shorten ${name}. See Specification 8.`,
    )
  }
  if (value.includes(';')) throw usageFailure(`${name} holds a semicolon.`, separator)
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw usageFailure(
      `${name} holds a space, a control character or a character beyond ASCII.`,
      'It goes into a header: write printable ASCII only.',
    )
  }
  return value
}

/** Checks a key code. @throws CommandFailure with exit code 2 @see Specification 5.1 */
export function checkKeyCode(value: string): string {
  return checkText('--key-code', value, limits.keyCodeChars)
}

/** Checks a nonce. @throws CommandFailure with exit code 2 @see Specification 5.1 */
export function checkNonce(value: string): string {
  return checkText('--nonce', value, limits.nonceChars)
}

/** Checks a method. @throws CommandFailure with exit code 2 @see Specification 5.2 */
export function checkMethod(value: string): string {
  if (/^[A-Z]{1,16}$/.test(value)) return value
  const capitals = value.toUpperCase()
  throw usageFailure(
    `--method is ${quoted(value)}, and the method is signed in capitals.`,
    /^[A-Z]{1,16}$/.test(capitals) ? `Write --method ${capitals}.` : 'Write --method POST or GET.',
  )
}

/**
 * Checks a time in whole seconds.
 *
 * @throws CommandFailure with exit code 2
 * @see Specification 5.1
 */
export function checkTimestamp(value: string): string {
  if (!/^\d+$/.test(value)) {
    throw usageFailure(
      `--timestamp is ${quoted(value)}, which is not a whole number.`,
      'Write seconds since 1970, digits only: date +%s prints them.',
    )
  }
  if (value.length > 11) {
    throw usageFailure(
      `--timestamp ${quoted(value)} is too large for seconds since 1970.`,
      'Write seconds, not milliseconds: leave the last three digits out.',
    )
  }
  return value
}

/**
 * Checks the path that is signed.
 *
 * @throws CommandFailure with exit code 2
 * @see Specification 5.2
 */
export function checkPath(value: string, terminal: Terminal): string {
  if (/^[a-z]+:\/\//i.test(value)) {
    const url = URL.canParse(value) ? new URL(value) : undefined
    throw usageFailure(
      '--path is a whole address, and the host is not signed.',
      `Write --path ${url?.pathname ?? '/merchant-integration/...'}.`,
    )
  }
  if (!/^\/(?!\/)/.test(value)) {
    throw usageFailure('--path does not begin with one slash.', 'Write /merchant-integration/...')
  }
  if (value.includes('#')) {
    throw usageFailure('--path holds a fragment, which never goes on the wire.', 'Leave it out.')
  }
  checkText('--path', value, 8192)
  if (!value.startsWith('/merchant-integration/')) {
    terminal.note('Warning: paths of the service begin with /merchant-integration/.')
  }
  if (value.includes('?')) {
    terminal.note(
      'Warning: the query string is signed with the path here; services are not known to sign it (G-01).',
    )
  }
  return value
}
