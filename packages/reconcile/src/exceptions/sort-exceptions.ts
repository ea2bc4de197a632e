import type { RowException } from './row-exception.ts'

/** Brings exceptions into the order of the files and their lines. */
export function sortExceptions(exceptions: readonly RowException[]): RowException[] {
  return exceptions.toSorted((one, other) => {
    if (one.side !== other.side) return one.side === 'partner' ? -1 : 1
    if (one.origin !== other.origin) return one.origin === 'file' ? -1 : 1
    return one.line - other.line
  })
}
