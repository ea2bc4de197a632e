import { checkWalletLink as endpoint } from '@merchant-edge/contract'
import { findLink, findLinkRow } from '../linked-accounts/links.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import { accept, type UncheckedCall } from './behaviour.ts'
import { bodySignedBehaviour } from './body-signed-behaviour.ts'

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

/**
 * Tells whether a link is confirmed: without a token while it waits for the customer, and as not found
 * when it was cancelled, has expired or is unlinked. Assumes G-55.
 */
export const checkWalletLink = bodySignedBehaviour(endpoint, {
  async unsent(call) {
    const row = await ownRow(call, call.fields['link_reference_id'])
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
})
