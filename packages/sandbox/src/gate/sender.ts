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
export function isFromElsewhere(
  request: Request,
  access: Access,
  ownOrigins: readonly string[],
): boolean {
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
 * Whether a request that changes something was sent to a page, but not by a form of a page: such as
 * that of a program to a path that is not an endpoint.
 */
export function isNoForm(request: Request, access: Access): boolean {
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  return access === 'page' && changes && !isOwnForm(request)
}
