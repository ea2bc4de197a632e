/**
 * A refusal by the service: thrown anywhere below an endpoint, it becomes the `meta` of the answer.
 */
export class RefusalError extends Error {
  override readonly name = 'RefusalError'
  /** `meta.code`. */
  readonly code: number
  /** Details for the request journal, in addition to the refusal. */
  readonly explanation: unknown

  /**
   * @param code `meta.code`
   * @param message `meta.message`; it names the header or field that is wrong
   * @param explanation details for the request journal
   */
  constructor(code: number, message: string, explanation?: unknown) {
    super(message)
    this.code = code
    this.explanation = explanation
  }
}
