import { FileExchangeError } from './file-exchange-error.ts'
import type { FileSource } from './file-exchange.ts'
import { printableName } from './file-name.ts'
import { checkSize } from './size-limit.ts'

/**
 * Checks the content to write before a byte of it is transferred: plain JavaScript may give a text
 * or bytes in place of a source.
 *
 * @throws FileExchangeError `ERR_OPTIONS`, or `ERR_FILE_TOO_LARGE`
 */
export function checkSource(name: string, source: FileSource, maxBytes: number): void {
  const { sizeBytes, open } = Object(source)
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0 || typeof open !== 'function') {
    throw new FileExchangeError(
      'ERR_OPTIONS',
      `put: the source of ${printableName(name)} must be an object with sizeBytes and open.`,
      {
        remedy:
          'For bytes it is { sizeBytes: bytes.length, open: (fromByte) => new Blob([bytes.slice(fromByte)]).stream() }; new TextEncoder().encode(text) makes the bytes of a text.',
      },
    )
  }
  checkSize(name, source.sizeBytes, maxBytes)
}
