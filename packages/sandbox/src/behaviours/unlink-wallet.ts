import { unlinkWallet as endpoint } from '@merchant-edge/contract'
import { unlinkWallet as unlink } from '../linked-accounts/end-link.ts'
import { linkOfToken } from '../linked-accounts/link-of-token.ts'
import { accept } from './behaviour.ts'
import { bodySignedBehaviour } from './body-signed-behaviour.ts'

/** Ends a link; its token stops working at once. */
export const unlinkWallet = bodySignedBehaviour(endpoint, {
  noData: {},
  async answer({ sandbox, caller, request }) {
    const link = await linkOfToken(sandbox, caller.merchant.code, request.user_token)
    await unlink(sandbox, link.linkId)
    return accept(200, undefined)
  },
})
