import type { Alert, ReplayOutcome } from '@merchant-edge/orders/api'
import * as v from 'valibot'

// Each schema has the type that the orders Worker answers with, so that it cannot fall behind it.

const seconds = v.pipe(v.number(), v.safeInteger())
const facts = v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()])))

/** Whose token a request has. */
export const operator = v.object({ name: v.string(), role: v.picklist(['view', 'money']) })

/** Where the next page begins. */
export const cursor = v.exactOptional(v.string())

const who = v.object({ staffId: v.string(), at: seconds })

/** Something a person should look at. */
export const alert = v.object({
  id: v.number(),
  kind: v.string(),
  subject: v.string(),
  state: v.picklist(['open', 'acknowledged', 'closed']),
  at: seconds,
  lastRaisedAt: seconds,
  timesRaised: v.number(),
  facts,
  meaning: v.string(),
  remedy: v.string(),
  acknowledged: v.exactOptional(who),
  closed: v.exactOptional(who),
}) satisfies v.GenericSchema<Omit<Alert, 'kind'>>

/** What running a stored callback again came to. */
export const replay: v.GenericSchema<Extract<ReplayOutcome, { outcome: 'replayed' }>> = v.object({
  outcome: v.literal('replayed'),
  recorded: v.picklist(['recorded', 'duplicate', 'orphan']),
  confirmation: v.exactOptional(v.picklist(['settled', 'retry', 'orphan', 'dead_letter'])),
  orderId: v.exactOptional(v.string()),
})
