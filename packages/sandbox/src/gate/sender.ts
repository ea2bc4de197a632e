import type { Access } from './access.ts'

/**
 * Whether a request is a link or redirect that a person follows in a tab: it shows a page, and the
 * linking page cannot read it.
 */
function isVisit(request: Request, access: Access): boolean {
  const { headers, method } = request
  return (
    access === 'page' &&
    method === 'GET' &&
    headers.get('sec-fetch-mode') === 'navigate' &&
    headers.get('sec-fetch-dest') === 'document'
  )
}

/**
 * Whether a page of another origin has made the browser send a request. Another port of this
 * machine is another origin. Programs send neither `Origin` nor `Sec-Fetch-Site`, so they do not
 * count as a page.
 */
function isFromElsewhere(request: Request, access: Access, ownOrigins: readonly string[]): boolean {
  const origin = request.headers.get('origin')
  if (origin !== null && !ownOrigins.includes(origin)) return true
  const site = request.headers.get('sec-fetch-site')
  if (site === null || site === 'same-origin' || site === 'none') return false
  return !isVisit(request, access)
}

/**
 * Whether a form has a header that proves a page of the sandbox as its origin, as browsers send it.
 */
function isOwnForm(request: Request): boolean {
  const { headers } = request
  return headers.get('origin') !== null || headers.get('sec-fetch-site') === 'same-origin'
}

/**
 * Whether the sender of a request is accepted: a program, a page of the sandbox itself, or a person
 * who follows a link to a page.
 */
export function isSenderAccepted(
  request: Request,
  access: Access,
  ownOrigins: readonly string[],
): boolean {
  if (isFromElsewhere(request, access, ownOrigins)) return false
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  return access !== 'page' || !changes || isOwnForm(request)
}
