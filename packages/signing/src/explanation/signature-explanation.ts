/** The explanation of a signature: what it covers, if that can be found out. */
export interface SignatureExplanation {
  /**
   * - `valid`: the signature is right.
   * - `explained`: it covers something else, and `cause` says what.
   * - `unexplained`: it is a signature, but of none of the tried texts.
   * - `unreadable`: the text is not a signature of the length that the key requires.
   */
  readonly verdict: 'valid' | 'explained' | 'unexplained' | 'unreadable'
  /** What is wrong, in plain words. */
  readonly cause: string
  /** What to do about it. */
  readonly remedy: string
  /** The exact text that the service expects to be signed. */
  readonly expectedText: string
  /** The text that the caller has signed; absent when it could not be found. */
  readonly signedText?: string
  /** Code of the key that has signed; absent when it could not be found. */
  readonly signedBy?: string
  /** How many texts were compared. */
  readonly textsTried: number
}
