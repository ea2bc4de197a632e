/** What a refusal means, in the words of one language. */
export interface RefusalWords {
  /** Why the service refused, in one sentence. */
  readonly cause: string
  /** What to do about it, in one sentence. */
  readonly remedy: string
}
