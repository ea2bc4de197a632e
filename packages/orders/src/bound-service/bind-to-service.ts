import { and, eq, isNull } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { boundService } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'

/** What a deployment works with. */
export interface ServiceOfDeployment {
  /** Its environment, such as `uat`. */
  readonly environment: string
  /** Origin of the wallet service. */
  readonly serviceUrl: string
  /** Code of the merchant there, if the deployment has one. */
  readonly merchantCode?: string | undefined
}

/** A way in which a database is of another service than a deployment. */
export interface ForeignService {
  readonly what: 'environment' | 'service' | 'merchantCode'
  /** What the database has. */
  readonly bound: string
  /** What the deployment has. */
  readonly asked: string
}

/** A service of one machine may be on another port tomorrow. */
function serviceOf(url: string): string {
  const { hostname, origin } = new URL(url)
  return /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/.test(hostname)
    ? 'localhost'
    : origin
}

async function readBound(context: Pick<OrdersContext, 'database'>) {
  const [row] = await openDatabase(context).select().from(boundService)
  return row
}

/** Names the merchant in a row that has none, or writes the row; whoever is second changes nothing. */
async function write(
  context: Pick<OrdersContext, 'database' | 'now'>,
  deployment: ServiceOfDeployment,
): Promise<void> {
  const { environment, serviceUrl, merchantCode = null } = deployment
  const service = serviceOf(serviceUrl)
  const database = openDatabase(context)
  const row = { id: 1, environment, service, merchantCode, boundAtMs: context.now() }
  await database.insert(boundService).values(row).onConflictDoNothing()
  if (merchantCode === null) return
  const isOurs = and(eq(boundService.environment, environment), eq(boundService.service, service))
  await database
    .update(boundService)
    .set({ merchantCode })
    .where(and(isOurs, isNull(boundService.merchantCode)))
}

/**
 * Binds the database to the service of a deployment, once for all, or says in what the service that it is bound to
 * differs. Orders of one service mean nothing to another, which would settle them by what it does not know.
 *
 * @returns in what they differ; empty when the deployment may use the database
 * @throws what D1 throws, `no such table` above all, when the migrations are not applied
 */
export async function bindToService(
  context: Pick<OrdersContext, 'database' | 'now'>,
  deployment: ServiceOfDeployment,
): Promise<readonly ForeignService[]> {
  const { environment, serviceUrl, merchantCode } = deployment
  let bound = await readBound(context)
  if (bound === undefined || (bound.merchantCode === null && merchantCode !== undefined)) {
    await write(context, deployment)
    bound = await readBound(context)
  }
  if (bound === undefined)
    throw new Error('The row of bound_service was deleted while it was read.')
  const asked = { environment, service: serviceOf(serviceUrl), merchantCode }
  return (['environment', 'service', 'merchantCode'] as const).flatMap((what) => {
    const [inDatabase, inDeployment] = [bound[what], asked[what]]
    if (inDatabase === null || inDeployment === undefined || inDatabase === inDeployment) return []
    return [{ what, bound: inDatabase, asked: inDeployment }]
  })
}
