import { checkArguments } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { alertKinds, type AlertKind } from '../alerts/alert-kinds.ts'
import type { AlertPage } from '../alerts/alerts-api.ts'
import { listAlerts } from '../alerts/list-alerts.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { OperatorAlertFilter } from './operators-api.ts'

function isKind(text: string): text is AlertKind {
  return Object.hasOwn(alertKinds, text)
}

/**
 * Alerts in pages, newest first. An unknown kind is rejected, because an empty list for a misspelt
 * kind would look like good news.
 *
 * @throws TypeError when the kind is unknown, the limit is not 1 to 100, or the cursor is invalid
 */
export async function alertsForOperator(
  context: Pick<OrdersContext, 'database'>,
  filter: OperatorAlertFilter,
): Promise<AlertPage> {
  checkContext('alertsForOperator', context, ['database'])
  checkArguments('alertsForOperator', { filter })
  const { kind, ...rest } = filter
  if (kind === undefined) return listAlerts(context, rest)
  if (!isKind(kind)) {
    throw new TypeError(`The list's kind must be one of ${Object.keys(alertKinds).join(', ')}.`)
  }
  return listAlerts(context, { ...rest, kind })
}
