import { and, eq, isNull } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { openDatabase } from '../database/open-database.ts'
import { boundService } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'

/** The service that a deployment is configured for. */
export interface ServiceOfDeployment {
  /** Environment of the deployment, such as `uat`. */
  readonly environment: string
  /** Origin of the wallet service. */
  readonly serviceUrl: string
  /** Code of the merchant there, if the deployment has one. */
  readonly merchantCode?: string | undefined
}

/**
 * A mismatch between the service that the database is bound to and the service of the deployment.
 */
export interface ForeignService {
  readonly what: 'environment' | 'service' | 'merchantCode'
  /** Value in the database. */
  readonly bound: string
  /** Value in the deployment. */
  readonly asked: string
}

/**
 * Origin of a service; `localhost` for a local one, which may be on another port after a restart.
 *
 * @param url an absolute address
 * @throws TypeError when it is not an absolute address
 */
export function serviceOf(url: string): string {
  const { hostname, origin } = new URL(url)
  return /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/.test(hostname)
    ? 'localhost'
    : origin
}

async function readBound(context: Pick<OrdersContext, 'database'>) {
  const [row] = await openDatabase(context).select().from(boundService)
  return row
}

/**
 * Writes the row, or adds the merchant to a row that has none; a concurrent second writer changes
 * nothing.
 */
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
 * Binds the database permanently to the service of a deployment, or returns the mismatches when it
 * is already bound to another service. A service that does not know the stored orders would settle
 * them wrongly.
 *
 * @returns the mismatches; empty when the deployment may use the database
 * @throws the error of D1, usually `no such table` when the migrations were not applied
 */
export async function bindToService(
  context: Pick<OrdersContext, 'database' | 'now'>,
  deployment: ServiceOfDeployment,
): Promise<readonly ForeignService[]> {
  checkContext('bindToService', context, ['database', 'now'])
  checkArguments('bindToService', { deployment })
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
