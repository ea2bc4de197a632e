/** One problem with the settings of a Worker. */
export interface SettingProblem {
  /** The variable, secret or binding, such as `SERVICE_URL`. */
  readonly name: string
  /**
   * The problem, as a text that follows the name, such as `is missing`. It never quotes a value.
   */
  readonly problem: string
  /** What to do, as a sentence. */
  readonly remedy: string
}
