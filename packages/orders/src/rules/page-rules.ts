/** Number of rows of a page. */
export interface PageRule {
  /** Minimum that a request may name. */
  readonly min: number
  /** Maximum that a request may name. */
  readonly max: number
  /** Rows of a page when the request names no number. */
  readonly default: number
}

/**
 * Rows of the pages of every list of orders, refunds, transfers, callbacks, links, events or
 * alerts.
 */
export const listPage = { min: 1, max: 100, default: 50 } as const satisfies PageRule

/** Differences of a page: each has the rows of both sides. */
export const differencesPage = { min: 1, max: 50, default: 20 } as const satisfies PageRule

/** Rows of the journal that one step verifies. */
export const journalPage = { min: 1, max: 5_000, default: 5_000 } as const satisfies PageRule
