/** A store by its MID, or a terminal of it by its TID, as the daily files name them. */
export interface FileStore {
  /** MID: code of the store. */
  readonly mid: string
  /** TID: code of the terminal. */
  readonly tid?: string
}
