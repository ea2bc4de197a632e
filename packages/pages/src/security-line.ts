import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { addressOf, networkOf } from './caller-address.ts'
import type { SecurityEventCode } from './security-events.ts'

/** One line of the log about security. It holds no secret, no path and no whole address. */
export interface SecurityLine {
  readonly event: 'security'
  readonly code: SecurityEventCode
  readonly method: string
  /** Pattern of the address, such as `/pay/:id`. */
  readonly route: string
  /** Network that it came from, such as `192.0.2.0/24`. */
  readonly network?: string
  /** The id under which the platform knows the request. */
  readonly ray?: string
}

/** The most exact pattern that the address of a request has: `/pay/:id`. */
export function routeOf(c: Context): string {
  const patterns = matchedRoutes(c).map(({ path }) => path)
  return patterns.reduce((exact, path) => (path.length > exact.length ? path : exact), '')
}

/**
 * A line of the log about the security of a request. It has the route and never the path, which may hold a token; of the
 * address its network only; and the id under which the platform knows the request.
 *
 * @param route pattern of its address, as {@link routeOf} finds it
 */
export function securityLine(
  code: SecurityEventCode,
  request: Request,
  route: string,
): SecurityLine {
  const network = networkOf(addressOf(request))
  const ray = /^[\w-]{1,40}$/.exec(request.headers.get('cf-ray') ?? '')?.[0]
  return {
    event: 'security',
    code,
    method: request.method.slice(0, 16),
    route,
    ...(network !== undefined && { network }),
    ...(ray !== undefined && { ray }),
  }
}
