import { paymentAlerts } from './kinds/payment-alerts.ts'
import { refundAlerts } from './kinds/refund-alerts.ts'
import { linkedWalletAlerts } from './kinds/linked-wallet-alerts.ts'
import { transferAlerts } from './kinds/transfer-alerts.ts'
import { workAlerts } from './kinds/work-alerts.ts'
import { dailyFileAlerts } from './kinds/daily-file-alerts.ts'
import type { AlertKindEntry } from './kinds/alert-kind-entry.ts'

const kinds = {
  ...paymentAlerts,
  ...refundAlerts,
  ...linkedWalletAlerts,
  ...transferAlerts,
  ...workAlerts,
  ...dailyFileAlerts,
}

/** A kind of alert that the product raises. */
export type AlertKind = keyof typeof kinds

/**
 * Every kind of alert with its text for the person on call. docs/operations.md is written from it. A kind
 * that is not raised any more stays, for alerts of it may be on disk.
 */
export const alertKinds: Readonly<Record<AlertKind, AlertKindEntry>> = kinds

/** Whether endpoints hear of an alert of a kind; not of one about events on alerts, which would tell of itself. */
export function isTold(kind: AlertKind): boolean {
  return alertKinds[kind].isQuiet !== true
}

/** Whether an alert of a kind that is raised again while it is open tells what is now, and not what it told first. */
export function tellsWhatIs(kind: AlertKind): boolean {
  return alertKinds[kind].tellsWhatIs === true
}
