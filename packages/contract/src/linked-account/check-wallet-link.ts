import { linkWalletSignedText } from '@merchant-edge/signing'
import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, OpenId } from '../fields/ids.ts'
import { noted } from '../fields/noted.ts'
import { ReceivedText } from '../fields/received.ts'
import { WebAddress } from '../fields/url.ts'
import { bodySignatureOf } from './body-signature-of.ts'
import { ServiceLinkId } from './service-link-id.ts'

// Assumes G-18: there is no data until the customer has confirmed.
const linked = v.optional(
  v.object({
    /** Id of the link that was asked about. */
    link_reference_id: ReceivedText,
    /** Token of the linked wallet (secret); missing until the customer has confirmed. */
    user_token: ReceivedText,
    /** Phone number of the wallet, masked but for its last 3 digits. */
    phone_number: noted(v.string()),
  }),
  {},
)

type LinkedFields = v.InferOutput<typeof linked>
/** A linked wallet, or a link that is not confirmed yet. @see Specification 2.13 */
export interface LinkedWallet extends LinkedFields {}

const request = v.object({
  /** Code of the partner, issued by the service. */
  partner_code: IssuedCode,
  /** Id of the link from the answer of link-wallet. */
  link_reference_id: ServiceLinkId,
  /** The customer's id of the link-wallet call; signed, but not sent. Assumes G-05. */
  partner_user_id: OpenId,
  /** The callback address of the link-wallet call; signed, but not sent. Assumes G-05. */
  callback_url: WebAddress,
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `checkWalletLink`. */
export interface CheckWalletLinkRequest extends RequestFields {}
/** Data of an accepted `checkWalletLink`, by success code. */
export interface CheckWalletLinkSuccess {
  200: LinkedWallet
}
/** `checkWalletLink` has no refusals of its own. */
export interface CheckWalletLinkRefusals {}

/** Asks whether the customer has linked the wallet. */
export const checkWalletLink: Endpoint<
  CheckWalletLinkRequest,
  CheckWalletLinkSuccess,
  CheckWalletLinkRefusals
> = {
  name: 'checkWalletLink',
  section: '4.11',
  summary: 'Asks whether the customer has linked the wallet.',
  method: 'POST',
  path: '/oh-integration/account/v1/check-status-link-wallet',
  effect: 'read',
  gaps: ['G-04', 'G-05', 'G-12', 'G-13', 'G-18', 'G-36', 'G-37', 'G-167'],
  bodySignature: {
    ...bodySignatureOf(request, linkWalletSignedText),
    unsent: ['partner_user_id', 'callback_url'],
  },
  request,
  success: { 200: linked },
  refusals: {},
}
