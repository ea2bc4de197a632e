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
 * Every kind of alert with its text for the person on call. docs/operations.md is generated from
 * this list. A kind that is no longer raised stays in the list, because stored alerts may still
 * have it.
 */
export const alertKinds: Readonly<Record<AlertKind, AlertKindEntry>> = kinds

/**
 * Whether an alert of this kind is sent to webhook endpoints. An alert about failed alert events is
 * not sent, because its own event would fail too.
 */
export function isSentToEndpoints(kind: AlertKind): boolean {
  return alertKinds[kind].isQuiet !== true
}

/** Whether raising an open alert of this kind again replaces its facts with the current ones. */
export function replacesFacts(kind: AlertKind): boolean {
  return alertKinds[kind].replacesFacts === true
}
