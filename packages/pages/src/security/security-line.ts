import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { addressOf, networkOf } from './caller-address.ts'
import type { SecurityEventCode } from './security-events.ts'

/** One security line of the log. It contains no secret, no path and no complete client address. */
export interface SecurityLine {
  readonly event: 'security'
  readonly code: SecurityEventCode
  readonly method: string
  /** Pattern of the address, such as `/pay/:id`. */
  readonly route: string
  /** Network of the client, such as `192.0.2.0/24`. */
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
 * Makes the security log line of a request. It contains the route pattern instead of the path,
 * which may contain a token; only the network of the client address; and the platform's id of the
 * request.
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
