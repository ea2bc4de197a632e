import {
  approveProposal,
  type ConsoleMoneyApi,
  type SeenOrderAction,
} from '@merchant-edge/orders/operators'
import { contextOf } from '../orders-context.ts'
import { keyOfRefund } from './announced-keys.ts'
import { announce, keepRunning } from './rpc-work.ts'
import { StaffMoney } from './staff-money.ts'

/**
 * RPC entrypoint for actions at the desk of operators with the role `money`. Only here can a second
 * person approve a refund.
 */
export class ConsoleMoney extends StaffMoney implements ConsoleMoneyApi {
  async approveProposal(id: string, action: SeenOrderAction) {
    const approving = approveProposal(contextOf(this.env), id, action)
    const outcome = await keepRunning(this.ctx, approving)
    if (outcome.outcome === 'approved') {
      const sender = { queue: this.env.OUTBOX_QUEUE, context: this.ctx }
      announce(sender, [keyOfRefund(outcome.proposal.orderId, id)])
    }
    return outcome
  }
}
