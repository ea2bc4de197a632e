import { unlinkWalletSignedText } from '@merchant-edge/signing'
import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, ServiceToken } from '../fields/ids.ts'
import { NoData } from '../fields/received.ts'
import { bodySignatureOf } from './body-signature-of.ts'

const request = v.object({
  /** Code of the partner, issued by the service. */
  partner_code: IssuedCode,
  /** Token of the linked wallet; a secret. */
  user_token: ServiceToken,
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `unlinkWallet`. */
export interface UnlinkWalletRequest extends RequestFields {}
/** Data of an accepted `unlinkWallet`, by success code. */
export interface UnlinkWalletSuccess {
  200: undefined
}
/** `unlinkWallet` has no refusals of its own. */
export interface UnlinkWalletRefusals {}

/**
 * Ends the link to the wallet that `user_token` identifies; the answer has no data.
 *
 * @see Specification 4.11
 */
export const unlinkWallet: Endpoint<
  UnlinkWalletRequest,
  UnlinkWalletSuccess,
  UnlinkWalletRefusals
> = {
  name: 'unlinkWallet',
  section: '4.11',
  summary: "Unlinks a customer's wallet.",
  method: 'POST',
  path: '/oh-integration/account/v1/unlink-wallet',
  effect: 'write',
  businessId: 'user_token',
  settledBy: 'Repeat it with the same user_token.',
  gaps: ['G-04', 'G-12', 'G-13', 'G-18', 'G-36'],
  bodySignature: bodySignatureOf(request, unlinkWalletSignedText),
  request,
  success: { 200: NoData },
  refusals: {},
}
