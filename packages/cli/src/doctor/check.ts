/** What one check of `doctor` found. */
export interface Check {
  readonly name: string
  /** `skip` when something that it needs was not given or did not work. */
  readonly status: 'ok' | 'warn' | 'fail' | 'skip'
  readonly message: string
  /** What to do; only for `warn`, `fail` and `skip`. */
  readonly remedy?: string
}
