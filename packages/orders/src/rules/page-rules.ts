/** Number of rows of a page. */
export interface PageRule {
  /** Minimum that a request may name. */
  readonly least: number
  /** Maximum that a request may name. */
  readonly most: number
  /** Rows of a page when the request names no number. */
  readonly usual: number
}

/**
 * Rows of the pages of every list of orders, refunds, transfers, callbacks, links, events or
 * alerts.
 */
export const listPage = { least: 1, most: 100, usual: 50 } as const satisfies PageRule

/** Differences of a page: each has the rows of both sides. */
export const differencesPage = { least: 1, most: 50, usual: 20 } as const satisfies PageRule

/** Rows of the journal that one step verifies. */
export const journalPage = { least: 1, most: 5_000, usual: 5_000 } as const satisfies PageRule
