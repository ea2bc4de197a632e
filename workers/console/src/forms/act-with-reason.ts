import type { StaffAction } from '@merchant-edge/orders/operators'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { layoutMessages } from '../layout/messages.ts'
import { showNotice } from '../layout/notice-page.tsx'
import { readReason } from './reason.ts'

/** Performs the action of a form in the name of the operator; does nothing without a reason. */
export async function actWithReason(
  c: ConsoleContext,
  act: (action: StaffAction) => Response | Promise<Response>,
): Promise<Response> {
  const { reason, isFit } = readReason(c.var.form.get('reason'))
  if (!isFit) {
    return showNotice(c, { ...layoutMessages[c.var.language].reasonMissing, status: 400 })
  }
  return act({ reason, staffId: c.var.operator.name })
}
