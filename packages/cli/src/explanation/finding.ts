/** One thing that is wrong with a signed request. */
export interface Finding {
  /** What it is about: a header, the key, or the signed text. */
  readonly part: string
  /** `meta.code` that the service would refuse with; absent when the service cannot see it. */
  readonly code?: number
  readonly message: string
  readonly remedy: string
}
