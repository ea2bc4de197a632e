/** A store by its MID, or a terminal of it by its TID, as the daily files name them. */
export interface FileStore {
  readonly mid: string
  readonly tid?: string
}
