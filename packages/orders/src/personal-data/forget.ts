import { sql, type SQL } from 'drizzle-orm'
import {
  differenceVerdicts,
  links,
  orders,
  outbox,
  refundProposals,
  refunds,
  transfers,
} from '../database/schema.ts'
import { linksIn, ordersIn, refundsIn, transfersIn } from '../database/states-in-sql.ts'
import { update, type Change } from '../database/transition.ts'

/**
 * Conditions for rows that still name a person; each repeats the condition of a partial index
 * exactly.
 */
export const namingAPerson = {
  links: sql`customer_id <> ''`,
  orders: sql`(linked_customer_id IS NOT NULL OR description <> '' OR return_url IS NOT NULL OR extra_data IS NOT NULL)`,
  refunds: sql`(reason IS NOT NULL OR staff_name IS NOT NULL)`,
  proposals: sql`(reason <> '' OR decision_reason IS NOT NULL)`,
  transfers: sql`receiver_phone >= '0'`,
} as const

/** Conditions for rows whose outcome is open, which still need their data. */
export const underWay = {
  links: sql`state IN ${linksIn.active}`,
  orders: sql`(state NOT IN ${ordersIn.atRest}
    OR EXISTS (SELECT 1 FROM ${refunds}
      WHERE refunds.order_id = orders.id AND refunds.state IN ${refundsIn.unsettled})
    OR EXISTS (SELECT 1 FROM attempts
      WHERE attempts.order_id = orders.id AND attempts.next_call_at_ms IS NOT NULL))`,
  refunds: sql`state IN ${refundsIn.unsettled}`,
  transfers: sql`state IN ${transfersIn.open}`,
} as const

/** Proposals that can still be decided, for which their reasons are needed. */
export function isOpenProposal(nowMs: number): SQL {
  return sql`(state = 'proposed' AND expires_at_ms > ${nowMs})`
}

/**
 * Erases the customer from links that have ended. A link about which the service is still queried is
 * given up: at least one call is counted, because a link with neither a call nor a next one counts
 * as known, which would close its alert.
 */
export function forgetLinks(where: SQL): Change {
  return update(links, {
    set: {
      customerId: '',
      maskedPhone: null,
      webUrl: null,
      calls: sql`max(${links.calls}, ${links.nextCallAtMs} IS NOT NULL)`,
      nextCallAtMs: null,
    },
    where,
  })
}

/** Erases the customer, and texts of the shop, from orders without pending operations. */
export function forgetOrders(where: SQL): Change {
  return update(orders, {
    set: { linkedCustomerId: null, description: '', returnUrl: null, extraData: null },
    where,
  })
}

/** Erases texts of the shop, and the name of the staff member, from settled refunds. */
export function forgetRefunds(where: SQL): Change {
  return update(refunds, { set: { reason: null, staffName: null }, where })
}

/** Erases the reasons from decided or expired proposals. */
export function forgetProposals(where: SQL): Change {
  return update(refundProposals, { set: { reason: '', decisionReason: null }, where })
}

/** Erases the reasons from verdicts on differences of the daily files. */
export function forgetDifferenceVerdicts(where: SQL): Change {
  return update(differenceVerdicts, { set: { reason: '' }, where })
}

/** Keeps only the last three digits of the receiver's phone in settled transfers. */
export function forgetTransfers(where: SQL): Change {
  const masked = sql`substr('***********', 1, length(receiver_phone) - 3) || substr(receiver_phone, -3)`
  return update(transfers, { set: { receiverPhone: masked, description: '' }, where })
}

/**
 * Deletes the bodies of events: an event that is sent later gets a new body from the remaining
 * data.
 */
export function forgetInEvents(where: SQL): Change {
  return update(outbox, {
    // Fencing: a delivery that has read the data before must not store a body made of them.
    set: { body: null, tries: sql`${outbox.tries} + 1` },
    where: sql`kind = 'event' AND ${where}`,
  })
}
