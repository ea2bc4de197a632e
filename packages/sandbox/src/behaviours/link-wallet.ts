import { linkWallet as endpoint } from '@merchant-edge/contract'
import { requestLink } from '../linked-accounts/request-link.ts'
import { bodySignedBehaviour } from './body-signed-behaviour.ts'
import { accept } from './behaviour.ts'

/** Opens a page on which the customer confirms the link. */
export const linkWallet = bodySignedBehaviour(endpoint, {
  async answer({ sandbox, caller, request }) {
    const link = await requestLink(sandbox, {
      merchantCode: caller.merchant.code,
      partnerType: request.partner_type ?? 'MERCHANT',
      partnerUserId: request.partner_user_id,
      callbackUrl: request.callback_url,
    })
    return accept(200, {
      web_url: link.webUrl,
      link_id: link.linkId,
      expiry_duration: sandbox.settings.rules.linkMinutes,
    })
  },
})
