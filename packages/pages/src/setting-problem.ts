/** One thing that is wrong with the settings of a Worker. */
export interface SettingProblem {
  /** The variable, secret or binding, such as `SERVICE_URL`. */
  readonly name: string
  /** What is wrong, as the words after the name: `is missing`. Never a value. */
  readonly problem: string
  /** What to do, as a sentence. */
  readonly remedy: string
}
