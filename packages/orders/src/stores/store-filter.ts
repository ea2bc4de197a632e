/** Of which stores the rows of a list are; what is left out does not matter. */
export interface StoreFilter {
  /** Code of the store that sold. Orders from before stores were kept are in no store. */
  readonly storeCode?: string
  /** Code of a terminal of that store; only with `storeCode`. */
  readonly posCode?: string
  /**
   * Codes of the stores that whoever asks may see, 1 to 50: the list has nothing of others, whatever else the filter
   * says, and nothing that is of no store.
   */
  readonly storeCodes?: readonly string[]
}
