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
import type { OrdersEnv } from '../settings/orders-env.ts'

/**
 * RPC entrypoint of the desk for sign-ins on a command line. It approves and ends sign-ins, but
 * cannot redeem a code: the checkout issues the tokens.
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
