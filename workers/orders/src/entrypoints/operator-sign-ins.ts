import { WorkerEntrypoint } from 'cloudflare:workers'
import {
  findSignIn,
  redeemCode,
  signOut,
  type CodeRedemption,
  type SignInsApi,
} from '@merchant-edge/orders/operators'
import { contextOf } from '../orders-context.ts'
import type { OrdersEnv } from '../orders-env.ts'

/** What the checkout may ask about sign-ins on a command line, over RPC. It knows tokens and approves nothing. */
export class OperatorSignIns extends WorkerEntrypoint<OrdersEnv> implements SignInsApi {
  redeemCode(redemption: CodeRedemption) {
    return redeemCode(contextOf(this.env), redemption)
  }

  findSignIn(tokenSha256: string) {
    return findSignIn(contextOf(this.env), tokenSha256)
  }

  signOut(tokenSha256: string) {
    return signOut(contextOf(this.env), tokenSha256)
  }
}
