import type { OperatorViewApi } from '@merchant-edge/orders/operators'
import { verifyJournalStep } from '@merchant-edge/orders/upkeep'
import { contextOf } from '../orders-context.ts'
import { StaffView } from './staff-view.ts'

/**
 * Read-only RPC entrypoint for the commands and programs of operators. A Worker that is bound only
 * to this entrypoint cannot change anything.
 */
export class OperatorView extends StaffView implements OperatorViewApi {
  verifyJournal(step: { readonly cursor?: string; readonly rows?: number }) {
    return verifyJournalStep(contextOf(this.env), step)
  }
}
