import type { Context, MiddlewareHandler } from 'hono'

/** What a page may do besides showing text, styles and images of its own origin. */
export interface PageSecurity {
  /**
   * Whether scripts of the own origin may run and send requests to it; no scripts when left out.
   */
  readonly scripts?: boolean
  /** Whether a manifest of the own origin lets the pages be installed. */
  readonly manifest?: boolean
  /** Whether images may be embedded as `data:` addresses. */
  readonly dataImages?: boolean
  /**
   * Allowed targets of forms, as CSP sources: `'self'` and origins. Browsers also apply it to
   * redirects that answer a form. No form may be sent when left out.
   */
  readonly forms?: readonly string[]
  /**
   * Referrer policy. `no-referrer` when left out; use `same-origin` when forms are checked by their
   * Origin, which browsers otherwise send as "null".
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
 * The headers that every answer has, by their names in lower case: no caching, no framing, HTTPS
 * only (for subdomains too), no guessing of the media type, no camera, location, microphone or
 * payment, and no Referer unless the page needs one.
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
 * Middleware that adds the headers of {@link securityHeaders} to every answer. A header that an
 * answer has already set stays, such as the Cache-Control of a style sheet.
 *
 * @param securityOf the policy of a request; a constant policy when it is not a function
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
