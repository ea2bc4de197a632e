/** Result of one check of `doctor`. */
export interface Check {
  readonly name: string
  /** `skip` when an input is missing or did not work. */
  readonly status: 'ok' | 'warn' | 'fail' | 'skip'
  readonly message: string
  /** What to do; only for `warn`, `fail` and `skip`. */
  readonly remedy?: string
}
