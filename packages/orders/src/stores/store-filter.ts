/** Store filter of a list; fields that are left out do not restrict it. */
export interface StoreFilter {
  /** Code of the store. Orders from before stores were recorded belong to no store. */
  readonly storeCode?: string
  /** Code of a terminal of that store; only with `storeCode`. */
  readonly posCode?: string
  /**
   * Codes of the stores that the caller may see, 1 to 50. The list then has no rows of other
   * stores, whatever else the filter says, and no rows without a store.
   */
  readonly storeCodes?: readonly string[]
}
