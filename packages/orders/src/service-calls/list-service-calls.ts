import { sql } from 'drizzle-orm'
import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { toSeconds } from '../clock.ts'
import { serviceCalls } from '../database/schema.ts'
import { readInOneBatch } from '../database/transact.ts'
import type { Read } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { CalledAbout, ServiceCallView } from './service-calls-api.ts'

type Row = typeof serviceCalls.$inferSelect

function knownBy({ endpoint, outcome }: Row): ServiceCallView['known'] {
  if (outcome === 'not_sent') return 'own record'
  if (outcome === 'unknown') return 'no answer of the service'
  const isQuery = endpoint === 'queryOrder' && outcome === 'accepted'
  return isQuery ? 'signed query' : 'answer of the service'
}

function callView(row: Row): ServiceCallView {
  const { number, durationMs, endpoint, reference, outcome } = row
  return {
    number,
    at: toSeconds(row.atMs),
    durationMs,
    endpoint,
    reference,
    outcome,
    known: knownBy(row),
    ...(row.code !== null && { code: row.code }),
    ...(row.said !== null && { said: row.said }),
    ...(row.failure !== null && { failure: row.failure }),
    ...(row.httpStatus !== null && { httpStatus: row.httpStatus }),
    ...(row.requestId !== null && { requestId: row.requestId }),
    ...(row.requests !== null && { requests: row.requests }),
  }
}

/**
 * Reads the newest 50 calls to the service about an order, a transfer or a link, oldest first; none
 * when it does not exist.
 *
 * A query whose answer confirms the payment is not included, because its line in the timeline
 * documents it.
 */
export async function listServiceCalls(
  context: Pick<OrdersContext, 'database'>,
  about: CalledAbout,
  id: string,
): Promise<readonly ServiceCallView[]> {
  checkContext('listServiceCalls', context, ['database'])
  checkArguments('listServiceCalls', {}, { id })
  const calls: Read<typeof serviceCalls> = {
    table: serviceCalls,
    where: sql`${serviceCalls.about} = ${about} AND ${serviceCalls.subjectId} = ${id}`,
    orderBy: [serviceCalls.number],
  }
  const done = await readInOneBatch(context, [calls])
  return done.rows(calls).map(callView)
}
