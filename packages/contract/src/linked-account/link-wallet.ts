import { linkWalletSignedText } from '@merchant-edge/signing'
import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, OpenId } from '../fields/ids.ts'
import { noted } from '../fields/noted.ts'
import { WebAddress } from '../fields/url.ts'
import { bodySignatureOf } from './body-signature-of.ts'
import { ServiceLinkId } from './service-link-id.ts'

const link = v.object({
  /** Page on which the customer confirms. Assumes G-132. */
  web_url: WebAddress,
  /** Id of the link; check-status-link-wallet asks for it. Assumes G-37. */
  link_id: ServiceLinkId,
  /** How long the customer may confirm, in minutes. */
  expiry_duration: noted(v.number()),
})

type LinkFields = v.InferOutput<typeof link>
/** A link that waits for the customer's confirmation. @see Specification 2.13 */
export interface WalletLink extends LinkFields {}

const request = v.object({
  /** Address of the merchant's backend that is called once the wallet is linked. */
  callback_url: WebAddress,
  /** Kind of partner; MERCHANT when left out. */
  partner_type: v.optional(v.string('must be a string')),
  /** Code of the partner, issued by the service. */
  partner_code: IssuedCode,
  /** The merchant's own id of the customer, unique. */
  partner_user_id: OpenId,
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `linkWallet`. */
export interface LinkWalletRequest extends RequestFields {}
/** Data of an accepted `linkWallet`, by success code. */
export interface LinkWalletSuccess {
  200: WalletLink
}
/** `linkWallet` has no refusals of its own. */
export interface LinkWalletRefusals {}

/**
 * Asks a customer to link the wallet to the merchant's app. A second request makes a second link,
 * under the same callback address. Assumes G-50.
 */
export const linkWallet: Endpoint<LinkWalletRequest, LinkWalletSuccess, LinkWalletRefusals> = {
  name: 'linkWallet',
  section: '4.11',
  summary: "Asks a customer to link the wallet to the merchant's app.",
  method: 'POST',
  path: '/oh-integration/account/v1/link-wallet',
  effect: 'write',
  businessId: 'partner_user_id',
  duplicates: 'unknown',
  settledBy:
    'A link that nobody confirms expires, and a new request with a callback address of its own makes another one.',
  gaps: ['G-04', 'G-05', 'G-11', 'G-12', 'G-13', 'G-36', 'G-37', 'G-50', 'G-132', 'G-167'],
  bodySignature: bodySignatureOf(request, linkWalletSignedText),
  request,
  success: { 200: link },
  refusals: {},
}
