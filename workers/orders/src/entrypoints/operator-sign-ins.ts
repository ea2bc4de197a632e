import { WorkerEntrypoint } from 'cloudflare:workers'
import {
  findSignIn,
  redeemCode,
  signOut,
  type CodeRedemption,
  type SignInsApi,
} from '@merchant-edge/orders/operators'
import { contextOf } from '../orders-context.ts'
import type { OrdersEnv } from '../settings/orders-env.ts'

/**
 * RPC entrypoint of the checkout for sign-ins on a command line. It redeems codes and checks
 * tokens, but cannot approve a sign-in.
 */
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
