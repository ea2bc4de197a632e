/** What a kind of alert means and what to do about it. */
export interface RunbookText {
  readonly meaning: string
  readonly remedy: string
}
