import type { Statement } from '../database/database.ts'
import { linkCallbacks } from '../database/schema.ts'
import type { Sandbox } from '../sandbox.ts'

type NewLinkCallback = typeof linkCallbacks.$inferInsert

/** How many deliveries one statement inserts: D1 binds at most 100 values. */
const rowsPerStatement = 10

/**
 * Statements that store the callback of a confirmed link before it is sent. The switches of the sandbox
 * hold: a link belongs to no store. Those about the signature change nothing, since there is none.
 *
 * @see Specification 6.2
 */
export function planLinkCallbacks(sandbox: Sandbox, linkId: string): readonly Statement[] {
  const { lose, delaySeconds, repeat, forge, retrySeconds } = sandbox.settings.callbackSwitches
  const nowMs = sandbox.clock.nowMs()
  const delivery = {
    linkId,
    kind: 'callback',
    state: lose ? 'lost' : 'due',
    createdAt: Math.floor(nowMs / 1000),
    dueAtMs: nowMs + Math.round(delaySeconds * 1000),
    retrySeconds,
  } as const satisfies NewLinkCallback
  const deliveries: readonly NewLinkCallback[] = [
    ...(forge ? [{ ...delivery, kind: 'forged' as const, retrySeconds: [] }] : []),
    delivery,
    ...Array.from({ length: repeat }, () => ({ ...delivery, kind: 'repeat' as const })),
  ]
  const groups = Array.from(
    { length: Math.ceil(deliveries.length / rowsPerStatement) },
    (_, index) => deliveries.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  )
  return groups.map((group) => sandbox.database.insert(linkCallbacks).values(group))
}
