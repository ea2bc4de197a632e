import type { Clock } from './clock.ts'
import type { IgnoredEntry } from './file-exchange.ts'
import { FileExchangeError } from './file-exchange-error.ts'

const maxNameBytes = 200
const unfinished = /\.(?:part|filepart|tmp)$/i
// Control, format (such as right-to-left marks), surrogate and unassigned characters.
const unprintable = /\p{C}/gu
const leadsElsewhere = /[/\\:*?"<>|]|^[.\s-]|[.\s]$/u

/** A name for messages: invisible characters are replaced, and it ends after 100 characters. */
export function printableName(name: string): string {
  const text = name.replaceAll(unprintable, '\u{FFFD}')
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/**
 * Whether a text is a plain file name, which is not a path on any known system. Assumes G-94.
 *
 * @example
 * ```ts
 * import { isFileName } from '@merchant-edge/sftp/exchange'
 *
 * if (!isFileName('20260901_SHOP1_SERVICE_TRAN.csv')) throw new Error('This is a plain name.')
 * if (isFileName('../secret') || isFileName('a:b')) throw new Error('These lead elsewhere.')
 * ```
 */
export function isFileName(name: string): boolean {
  return (
    typeof name === 'string' &&
    name !== '' &&
    name.isWellFormed() &&
    Buffer.byteLength(name) <= maxNameBytes &&
    name.search(unprintable) === -1 &&
    !leadsElsewhere.test(name)
  )
}

/**
 * Checks a file name: 1 to 200 bytes of UTF-8, no path, no control characters, no leading dot, dash
 * or space, no trailing dot or space, none of `/ \ : * ? " < > |`.
 *
 * @throws FileExchangeError `ERR_NAME`
 */
export function checkFileName(name: string): void {
  if (isFileName(name)) return
  if (typeof name !== 'string') {
    throw new FileExchangeError(
      'ERR_NAME',
      `The name of a file must be a text, not ${typeof name}.`,
    )
  }
  throw new FileExchangeError('ERR_NAME', `"${printableName(name)}" is no file name.`)
}

/** Why a listed name is ignored; `undefined` when it is not. */
export function ignoredName(name: string): IgnoredEntry['reason'] | undefined {
  if (unfinished.test(name)) return 'unfinished'
  return isFileName(name) ? undefined : 'name'
}

/** Name of a file while it is written; our listings ignore such names. */
export function temporaryName(name: string, clock: Clock): string {
  const random = Math.floor(clock.random() * 2 ** 32)
  return `.${name}.${random.toString(16).padStart(8, '0')}.part`
}
