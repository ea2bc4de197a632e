import { WorkerEntrypoint } from 'cloudflare:workers'
import {
  approveSignIn,
  endSignIns,
  listSignIns,
  type DeskSignInsApi,
  type SignInApproval,
  type SignInsToEnd,
} from '@merchant-edge/orders/operators'
import { contextOf } from '../orders-context.ts'
import type { OrdersEnv } from '../orders-env.ts'

/**
 * What the desk may ask about sign-ins on a command line, over RPC. It approves and ends them, and cannot redeem a code:
 * a token is handed out by the checkout.
 */
export class ConsoleSignIns extends WorkerEntrypoint<OrdersEnv> implements DeskSignInsApi {
  approveSignIn(approval: SignInApproval) {
    return approveSignIn(contextOf(this.env), approval)
  }

  listSignIns() {
    return listSignIns(contextOf(this.env))
  }

  endSignIns(which: SignInsToEnd, by: string) {
    return endSignIns(contextOf(this.env), which, by)
  }
}
