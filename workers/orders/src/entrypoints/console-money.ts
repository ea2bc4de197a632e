import type { ConsoleMoneyApi, SeenOrderAction } from '@merchant-edge/orders/operators'
import { approveByOperator } from './operator-actions.ts'
import { StaffMoney } from './staff-money.ts'

/**
 * RPC entrypoint for actions at the desk of operators with the role `money`. Only here can a second
 * person approve a refund.
 */
export class ConsoleMoney extends StaffMoney implements ConsoleMoneyApi {
  approveProposal(id: string, action: SeenOrderAction) {
    return approveByOperator({ env: this.env, ctx: this.ctx }, id, action)
  }
}
