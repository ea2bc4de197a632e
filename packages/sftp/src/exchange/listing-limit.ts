import { FileExchangeError } from './file-exchange-error.ts'

/** Largest number of entries of one folder that are read: years of daily files are some thousands. */
const maxEntries = 100_000

// An answer without entries is allowed, and a listing of such answers may have no end either.
const emptyCounts = 1000

/** Counts the entries of a listing while it is read. */
export interface ListingCount {
  /**
   * Counts one answer of the other side, which may be empty.
   *
   * @throws FileExchangeError `ERR_LISTING_TOO_LONG`
   */
  add(entries: number): void
}

/** Starts counting a listing; without a limit, a hostile server fills the memory with one. */
export function createListingCount(): ListingCount {
  let counted = 0
  return {
    add(entries) {
      counted += entries === 0 ? emptyCounts : entries
      if (counted <= maxEntries) return
      throw new FileExchangeError(
        'ERR_LISTING_TOO_LONG',
        `The folder has more than ${maxEntries} entries, or its listing has no end.`,
      )
    },
  }
}
