/** What a page may load and where it may send forms, besides its own origin. */
export interface PageNeeds {
  /** Addresses that the page opens in frames. */
  readonly frames?: readonly string[]
  /** Addresses of pictures that the page shows besides its own. */
  readonly pictures?: readonly string[]
  /**
   * Whether a form of the page ends on another site. Browsers apply `form-action` to every
   * following redirect, and the redirects of a shop or a client are not known here.
   */
  readonly formsLeadAway?: boolean
}

function originsOf(addresses: readonly string[]): readonly string[] {
  const urls = addresses.map((address) => new URL(address))
  return [...new Set(urls.filter(({ origin }) => origin !== 'null').map(({ origin }) => origin))]
}

/** The content security policy of a page. */
export function pagePolicy(needs: PageNeeds = {}): string {
  const { frames = [], pictures = [], formsLeadAway = false } = needs
  const origins = originsOf(frames)
  return [
    "default-src 'none'",
    "style-src 'self'",
    ["img-src 'self' data:", ...originsOf(pictures)].join(' '),
    "script-src 'self'",
    ...(origins.length === 0 ? [] : [`frame-src ${origins.join(' ')}`]),
    ...(formsLeadAway ? [] : ["form-action 'self'"]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}
