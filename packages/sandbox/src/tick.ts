import { dropOldNonces } from './authentication/nonces.ts'
import { sendDueCallbacks } from './callbacks/callback-sender.ts'
import { settleDueRefunds } from './refunds/settle-refunds.ts'
import { trimJournal } from './requests/request-journal.ts'
import type { Sandbox } from './sandbox.ts'

/** What a tick did; both are counts. */
export interface TickReport {
  readonly callbacksSent: number
  readonly refundsSettled: number
}

/** Does all work that is due by the sandbox's clock. */
export async function tick(sandbox: Sandbox): Promise<TickReport> {
  const refundsSettled = await settleDueRefunds(sandbox)
  const callbacksSent = await sendDueCallbacks(sandbox)
  await dropOldNonces(sandbox.database, sandbox.clock.nowSeconds())
  await trimJournal(sandbox.database)
  return { callbacksSent, refundsSettled }
}
