import { findDifference } from '@merchant-edge/orders/daily-files'
import { needsApproval, type ConsoleViewApi } from '@merchant-edge/orders/operators'
import { countOrders, type OrderFilter } from '@merchant-edge/orders/search'
import type { ConfigurationApi } from '@merchant-edge/pages'
import { configurationOf } from '../configuration.ts'
import { dailyFilesContextOf } from '../daily-files-context.ts'
import { contextOf } from '../orders-context.ts'
import { StaffView } from './staff-view.ts'

/**
 * Read-only RPC entrypoint of the operator's desk. A Worker that is bound only to this entrypoint
 * cannot change anything.
 */
export class ConsoleView extends StaffView implements ConsoleViewApi, ConfigurationApi {
  countOrders(filter: OrderFilter) {
    return countOrders(contextOf(this.env), filter)
  }

  needsApproval(orderId: string, amounts: { readonly vnd: number; readonly points: number }) {
    return needsApproval(contextOf(this.env), orderId, amounts)
  }

  async findDifference(day: string, runId: string, position: number) {
    const context = dailyFilesContextOf(this.env)
    return context === undefined ? null : findDifference(context, day, { runId, position })
  }

  configuration() {
    return configurationOf(this.env)
  }
}
