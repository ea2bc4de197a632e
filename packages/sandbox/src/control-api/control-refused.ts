import * as v from 'valibot'

const errorBody = v.object({
  error: v.object({ reason: v.string(), message: v.string(), remedy: v.string() }),
})

/** An error answer of the control API. */
export class ControlRefused extends Error {
  override readonly name = 'ControlRefused'
  readonly status: number
  /** Stable name in snake_case. */
  readonly reason: string

  /**
   * @param status HTTP status
   * @param reason stable name in snake_case
   * @param message what happened and what to do about it
   */
  constructor(status: number, reason: string, message: string) {
    super(message)
    this.status = status
    this.reason = reason
  }

  /** Reads the answer of the control API. */
  static async from(answer: Response): Promise<ControlRefused> {
    const text = await answer.text()
    try {
      const { error } = v.parse(errorBody, JSON.parse(text))
      return new ControlRefused(answer.status, error.reason, `${error.message} ${error.remedy}`)
    } catch {
      return new ControlRefused(answer.status, 'no_answer', `HTTP ${answer.status}: ${text}`)
    }
  }
}
