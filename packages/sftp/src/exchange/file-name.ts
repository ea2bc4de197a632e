import type { Clock } from './clock.ts'
import type { IgnoredEntry } from './file-exchange.ts'
import { FileExchangeError } from './file-exchange-error.ts'

const longestNameBytes = 200
const unfinished = /\.(?:part|filepart|tmp)$/i
// Control, format (such as right-to-left marks), surrogate and unassigned characters.
const unprintable = /\p{C}/gu
const leadsElsewhere = /[/\\:*?"<>|]|^[.\s-]|[.\s]$/u

/** A name fit for a message: what cannot be seen is replaced, and it is cut after 100 characters. */
export function printableName(name: string): string {
  const text = name.replaceAll(unprintable, '\u{FFFD}')
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/**
 * Whether a text can only be the name of a file in one folder: on no system that we know does it lead
 * elsewhere. Assumes G-94.
 */
export function isFileName(name: string): boolean {
  return (
    name !== '' &&
    name.isWellFormed() &&
    Buffer.byteLength(name) <= longestNameBytes &&
    name.search(unprintable) === -1 &&
    !leadsElsewhere.test(name)
  )
}

/**
 * Checks a file name: 1 to 200 bytes of UTF-8, no path, no control characters, no leading dot, dash or
 * space, no trailing dot or space, none of `/ \ : * ? " < > |`.
 *
 * @throws FileExchangeError `ERR_NAME`
 */
export function checkFileName(name: string): void {
  if (isFileName(name)) return
  throw new FileExchangeError('ERR_NAME', `"${printableName(name)}" is no file name.`)
}

/** Why a name in a listing is not taken, or `undefined` when it is. */
export function ignoredName(name: string): IgnoredEntry['reason'] | undefined {
  if (unfinished.test(name)) return 'unfinished'
  return isFileName(name) ? undefined : 'name'
}

/** Name under which a file is written before it is whole; every listing of ours ignores it. */
export function temporaryName(name: string, clock: Clock): string {
  const random = Math.floor(clock.random() * 2 ** 32)
  return `.${name}.${random.toString(16).padStart(8, '0')}.part`
}
