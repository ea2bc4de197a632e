import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import { checkArguments, checkOptions } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { toSeconds } from '../clock.ts'
import { openDatabase } from '../database/open-database.ts'
import { refundProposals } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { storeFilterRules } from '../search/filter-rules.ts'
import { checkFilter } from '../search/list-filter.ts'
import { ofOrdersOfStores } from '../orders/of-stores.ts'
import type { ProposalFilter, RefundProposal } from './approvals-api.ts'

/** A proposal, as it is stored. */
export type ProposalRow = typeof refundProposals.$inferSelect

const maxProposals = 100

/** A proposal as people see it at a time. */
export function proposalView(row: ProposalRow, nowMs: number): RefundProposal {
  const { transactionId, decidedBy, decisionReason, decidedAtMs } = row
  const isOver = row.state === 'proposed' && row.expiresAtMs <= nowMs
  return {
    id: row.id,
    orderId: row.orderId,
    ...(transactionId !== null && { transactionId }),
    state: isOver ? 'expired' : row.state,
    vnd: row.vnd,
    points: row.points,
    reason: row.reason,
    proposedBy: row.proposedBy,
    createdAt: toSeconds(row.createdAtMs),
    expiresAt: toSeconds(row.expiresAtMs),
    ...(decidedBy !== null &&
      decisionReason !== null &&
      decidedAtMs !== null && {
        decision: { staffId: decidedBy, reason: decisionReason, at: toSeconds(decidedAtMs) },
      }),
  }
}

/** The current state of a proposal; `undefined` when no proposal has this id. */
export async function readProposal(
  context: Pick<OrdersContext, 'database'>,
  id: string,
): Promise<ProposalRow | undefined> {
  const [row] = await openDatabase(context)
    .select()
    .from(refundProposals)
    .where(eq(refundProposals.id, id))
  return row
}

/** A proposal by its id; `null` when there is none. */
export async function findProposal(
  context: Pick<OrdersContext, 'database' | 'now'>,
  id: string,
): Promise<RefundProposal | null> {
  checkContext('findProposal', context, ['database', 'now'])
  checkArguments('findProposal', {}, { id })
  const row = await readProposal(context, id)
  return row === undefined ? null : proposalView(row, context.now())
}

/**
 * The newest proposals, at most 100: those that can be approved first.
 *
 * @throws TypeError when the filter is malformed
 */
export async function listProposals(
  context: Pick<OrdersContext, 'database' | 'now'>,
  filter: ProposalFilter,
): Promise<readonly RefundProposal[]> {
  checkContext('listProposals', context, ['database', 'now'])
  checkOptions('listProposals', filter, storeFilterRules)
  checkFilter(filter, [])
  const nowMs = context.now()
  const { state, expiresAtMs, createdAtMs, id, orderId } = refundProposals
  const isOpen = sql`${state} = 'proposed' AND ${expiresAtMs} > ${nowMs}`
  const listed = (where: SQL) =>
    openDatabase(context)
      .select()
      .from(refundProposals)
      .where(and(where, ...ofOrdersOfStores(sql`${orderId}`, filter)))
      .orderBy(desc(createdAtMs), desc(id))
      .limit(maxProposals)
  const [open, over] = await Promise.all([listed(isOpen), listed(sql`NOT (${isOpen})`)])
  const rows = [...open, ...over].slice(0, maxProposals)
  return rows.map((row) => proposalView(row, nowMs))
}
