import type { Context, MiddlewareHandler } from 'hono'

/** What the pages of an answer may do, besides showing text, styles and images of their own origin. */
export interface PageSecurity {
  /** Whether scripts of the own origin run, and may ask it; none when left out. */
  readonly scripts?: boolean
  /** Whether a manifest of the own origin lets the pages be installed. */
  readonly manifest?: boolean
  /** Whether images may stand in the page itself, as `data:` addresses. */
  readonly dataImages?: boolean
  /**
   * Where forms may lead, as CSP sources: `'self'` and origins. Browsers apply it to the redirects that answer a form
   * too. No form may be sent when left out.
   */
  readonly forms?: readonly string[]
  /**
   * What other addresses hear of this one. `no-referrer` when left out; `same-origin` where forms are checked by
   * their Origin, which browsers else send as "null".
   */
  readonly referrer?: 'no-referrer' | 'same-origin'
}

function contentPolicy(security: PageSecurity): string {
  const { scripts = false, manifest = false, dataImages = false, forms = [] } = security
  const script = scripts ? ["script-src 'self'", "connect-src 'self'"] : []
  return [
    "default-src 'none'",
    ...script,
    ...(manifest ? ["manifest-src 'self'"] : []),
    "style-src 'self'",
    `img-src 'self'${dataImages ? ' data:' : ''}`,
    `form-action ${forms.length === 0 ? "'none'" : forms.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * The headers that every answer has, by their names in small letters: it is stored nowhere, framed nowhere, reached by
 * HTTPS only, its subdomains too, read as the type that it says, and its address is told to nobody.
 *
 * @see RFC 9111 (Cache-Control), RFC 6797 (HSTS), Content Security Policy Level 3
 */
export function securityHeaders(security: PageSecurity = {}): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': contentPolicy(security),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'referrer-policy': security.referrer ?? 'no-referrer',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}

/**
 * Gives every answer the headers of {@link securityHeaders}. One that an answer has set for itself stays, such as the
 * Cache-Control of a style sheet.
 *
 * @param securityOf what the pages of a request may do; the same for all when it is no function
 */
export function secureAnswers(
  securityOf: PageSecurity | ((c: Context) => PageSecurity) = {},
): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const security = typeof securityOf === 'function' ? securityOf(c) : securityOf
    for (const [name, value] of Object.entries(securityHeaders(security))) {
      if (!c.res.headers.has(name)) c.header(name, value)
    }
  }
}
