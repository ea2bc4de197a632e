import { FileExchangeError } from './file-exchange-error.ts'
import { printableName } from './file-name.ts'

/** Largest file that an exchange moves when no other limit is set: 1 GiB. Assumes G-95. */
export const defaultMaxBytes = 1024 ** 3

/**
 * Checks the size of a file before a byte of it is transferred.
 *
 * @throws FileExchangeError `ERR_FILE_TOO_LARGE`
 */
export function checkSize(name: string, sizeBytes: number, maxBytes: number): void {
  if (sizeBytes <= maxBytes) return
  throw new FileExchangeError(
    'ERR_FILE_TOO_LARGE',
    `${printableName(name)} has ${sizeBytes} bytes, and the limit is ${maxBytes}.`,
  )
}
