import { WorkerEntrypoint } from 'cloudflare:workers'
import { findOrder, findTransfer } from '@merchant-edge/orders'
import { findReconciliation, listReconciliations } from '@merchant-edge/orders/daily-files'
import {
  alertsForOperator,
  type OperatorAlertFilter,
  type OperatorViewApi,
} from '@merchant-edge/orders/operators'
import { dailyFilesContextOf } from './daily-files-context.ts'
import { contextOf } from './orders-context.ts'
import type { OrdersEnv } from './orders-env.ts'

/** What an operator may look at, over RPC. A Worker that is bound to this entrypoint alone can change nothing. */
export class OperatorView extends WorkerEntrypoint<OrdersEnv> implements OperatorViewApi {
  find(id: string) {
    return findOrder(this.#context, id)
  }

  findTransfer(id: string) {
    return findTransfer(this.#context, id)
  }

  listAlerts(filter: OperatorAlertFilter) {
    return alertsForOperator(this.#context, filter)
  }

  async reconciliation(day: string) {
    const context = dailyFilesContextOf(this.env)
    return context === undefined ? null : findReconciliation(context, day)
  }

  async listReconciliations() {
    const context = dailyFilesContextOf(this.env)
    return context === undefined ? [] : listReconciliations(context)
  }

  get #context() {
    return contextOf(this.env)
  }
}
