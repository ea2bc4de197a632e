import { deleteOldNonces } from './authentication/nonces.ts'
import { sendDueCallbacks } from './callbacks/callback-sender.ts'
import { deleteOldIdentityRows } from './identity/delete-old-rows.ts'
import { closeDueDays } from './day-close/close-due-days.ts'
import { creditDueBankTopUps } from './merchant-accounts/bank-top-ups.ts'
import { deleteOldSessions } from './merchant-staff/sessions.ts'
import { sendDueLinkCallbacks } from './linked-accounts/link-callbacks.ts'
import { settleDueRefunds } from './refunds/settle-refunds.ts'
import { trimJournal } from './requests/request-journal.ts'
import type { Sandbox } from './sandbox.ts'

/** Number of items that a tick has processed. */
export interface TickReport {
  readonly callbacksSent: number
  readonly refundsSettled: number
  /** Bank transfers of merchants to their own wallet accounts. */
  readonly bankTopUpsCredited: number
  /** Days of merchants whose service file was written. */
  readonly daysClosed: number
}

/** Deletes expired data in one round trip to the database. */
async function cleanUp(sandbox: Sandbox): Promise<void> {
  const { database, clock } = sandbox
  await database.batch([
    deleteOldNonces(database, clock.nowSeconds()),
    trimJournal(database),
    deleteOldSessions(sandbox),
    ...deleteOldIdentityRows(sandbox),
  ])
}

/**
 * Does all work that is due by the sandbox's clock: refunds, bank transfers, callbacks, daily
 * files, clean-up.
 */
export async function tick(sandbox: Sandbox): Promise<TickReport> {
  const refundsSettled = await settleDueRefunds(sandbox)
  const bankTopUpsCredited = await creditDueBankTopUps(sandbox)
  const callbacksSent = (await sendDueCallbacks(sandbox)) + (await sendDueLinkCallbacks(sandbox))
  const daysClosed = await closeDueDays(sandbox)
  await cleanUp(sandbox)
  return { callbacksSent, refundsSettled, bankTopUpsCredited, daysClosed }
}
