import { endpoints } from '@merchant-edge/contract'
import { RefusalError } from '../requests/refusal-error.ts'
import { bodySignedHandler } from '../serving/body-signed-handler.ts'
import { accept, type UncheckedCall } from '../serving/handler.ts'
import { unlinkWallet, requestLink } from './change-link.ts'
import { findLink, findLinkRow, linkOfToken } from './links.ts'

async function ownRow({ sandbox, caller }: Omit<UncheckedCall, 'fields'>, linkId: unknown) {
  const row =
    typeof linkId === 'string'
      ? await findLinkRow(sandbox.database, caller.merchant.code, linkId)
      : undefined
  if (row === undefined) {
    throw new RefusalError(4040001, 'link_reference_id: you have asked for no such link')
  }
  return row
}

/** Handlers of links of wallets (4.11). */
export const linkedAccountHandlers = {
  /** Opens a page on which the customer confirms the link. */
  linkWallet: bodySignedHandler(endpoints.linkWallet, {
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
  }),
  /**
   * Tells whether a link is confirmed: without a token while it waits for the customer, and as not
   * found when it was cancelled, has expired or is unlinked. Assumes G-55.
   */
  checkWalletLink: bodySignedHandler(endpoints.checkWalletLink, {
    async unsent(call) {
      const { link_reference_id } = call.fields
      // What is missing is refused with the other fields.
      if (link_reference_id === undefined) return {}
      const row = await ownRow(call, link_reference_id)
      return { partner_user_id: row.partnerUserId, callback_url: row.callbackUrl }
    },
    async answer(call) {
      const { link_reference_id } = call.request
      const row = await ownRow(call, link_reference_id)
      const link = await findLink(call.sandbox, link_reference_id)
      if (link?.stage === 'open') return accept(200, { link_reference_id })
      if (link?.stage !== 'linked') {
        throw new RefusalError(4040001, `link_reference_id: this link is ${link?.stage ?? 'gone'}`)
      }
      return accept(200, {
        link_reference_id,
        user_token: row.userToken,
        phone_number: link.phoneNumber,
      })
    },
  }),
  /** Ends a link; its token stops working at once. */
  unlinkWallet: bodySignedHandler(endpoints.unlinkWallet, {
    noData: {},
    async answer({ sandbox, caller, request }) {
      const link = await linkOfToken(sandbox, caller.merchant.code, request.user_token)
      await unlinkWallet(sandbox, link.linkId)
      return accept(200, undefined)
    },
  }),
}
