/** What a page does beside showing itself. */
export interface PageNeeds {
  /** Addresses that the page opens in frames, which its own script waits for. */
  readonly frames?: readonly string[]
  /**
   * Whether a form of the page ends on another site. Browsers apply `form-action` to every redirect that
   * follows, and where a shop or a client leads on to is not known here.
   */
  readonly formsLeadAway?: boolean
}

/** The content security policy of a page. */
export function pagePolicy({ frames = [], formsLeadAway = false }: PageNeeds = {}): string {
  const origins = [...new Set(frames.map((url) => new URL(url).origin))]
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    ...(origins.length === 0 ? [] : ["script-src 'self'", `frame-src ${origins.join(' ')}`]),
    ...(formsLeadAway ? [] : ["form-action 'self'"]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}
