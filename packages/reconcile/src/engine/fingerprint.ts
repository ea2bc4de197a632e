/** A row as 128 bits: of its key, and of what is compared. */
export interface Fingerprint {
  keyFirst: number
  keySecond: number
  contentFirst: number
  contentSecond: number
}
