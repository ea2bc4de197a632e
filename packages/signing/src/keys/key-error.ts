/**
 * Key material that cannot be used. The message says what was found instead and how to get what is
 * needed; it never contains a part of the key.
 */
export class KeyError extends Error {
  override readonly name = 'KeyError'
  readonly code = 'ERR_KEY_INVALID'
  /** What was found, such as `an encrypted private key`. */
  declare readonly found: string
  /** What to do, often as a command to run. */
  declare readonly remedy: string

  /**
   * @param found what the material is, with its article
   * @param remedy one sentence or command
   */
  constructor(found: string, remedy: string) {
    super(`The key cannot be used: this is ${found}. ${remedy}`)
    this.found = found
    this.remedy = remedy
  }
}
