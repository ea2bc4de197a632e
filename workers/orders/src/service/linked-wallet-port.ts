import { call, type Client } from '@merchant-edge/client'
import {
  checkWalletLink,
  confirmOnlineTransaction,
  confirmOrder,
  createOnlineTransaction,
  linkWallet,
  unlinkWallet,
} from '@merchant-edge/contract'
import type { CreatedOnlineTransaction } from '@merchant-edge/contract/linked-account'
import type { LinkedTransaction, LinkedWalletPort } from '@merchant-edge/orders/service'
import { partsOfPrice } from '@merchant-edge/orders/rules'
import { toPortAnswer } from './to-port-answer.ts'
import type { OrdersSettings } from '../settings/settings-schema.ts'
import { storesOf } from '../settings/store-list.ts'
import { notSet, withSettings } from './with-settings.ts'

const ofPartner = ['SERVICE_PAYMENT_URL', 'PARTNER_CODE'] as const
const ofMerchant = [...ofPartner, 'MERCHANT_CODE'] as const

function transactionOf(data: CreatedOnlineTransaction): LinkedTransaction {
  const { transaction_id, transaction_ref_number, transaction_status } = data
  const { transaction_wallet_number, verification_methods } = data
  return {
    ...(typeof transaction_id === 'string' && { transactionId: transaction_id }),
    ...(typeof transaction_ref_number === 'string' && { reference: transaction_ref_number }),
    ...(typeof transaction_status === 'string' && { status: transaction_status }),
    ...(typeof transaction_wallet_number === 'string' && {
      walletNumber: transaction_wallet_number,
    }),
    ...(typeof verification_methods === 'number' && { verification: verification_methods }),
  }
}

function linkPort(client: Client, settings: OrdersSettings) {
  // Assumes G-37.
  const referenceOf = (link: { readonly linkId: string; readonly customerId: string }) =>
    settings.LINK_REFERENCE === 'partner_user_id' ? link.customerId : link.linkId
  return {
    linkWallet: ({ customerId, callbackUrl }) =>
      withSettings(settings, ofPartner, ({ PARTNER_CODE }) =>
        toPortAnswer(
          () =>
            call(client, linkWallet, {
              callback_url: callbackUrl,
              partner_type: 'MERCHANT',
              partner_code: PARTNER_CODE,
              partner_user_id: customerId,
            }),
          ({ data: { link_id, web_url, expiry_duration } }) => ({
            linkId: link_id,
            webUrl: web_url,
            ...(typeof expiry_duration === 'number' && { expiresInMinutes: expiry_duration }),
          }),
        ),
      ),
    checkLink: ({ linkId, customerId, callbackUrl }) =>
      withSettings(settings, ofPartner, ({ PARTNER_CODE }) =>
        toPortAnswer(
          () =>
            call(client, checkWalletLink, {
              partner_code: PARTNER_CODE,
              link_reference_id: referenceOf({ linkId, customerId }),
              partner_user_id: customerId,
              callback_url: callbackUrl,
            }),
          ({ data: { link_reference_id, user_token, phone_number } }) => ({
            ...(typeof link_reference_id === 'string' && {
              // Only the reference of the request identifies the link.
              linkId:
                link_reference_id === referenceOf({ linkId, customerId })
                  ? linkId
                  : link_reference_id,
            }),
            ...(typeof user_token === 'string' && { userToken: user_token }),
            ...(typeof phone_number === 'string' && { phone: phone_number }),
          }),
        ),
      ),
    unlinkWallet: (userToken) =>
      withSettings(settings, ofPartner, ({ PARTNER_CODE }) =>
        toPortAnswer(
          () => call(client, unlinkWallet, { partner_code: PARTNER_CODE, user_token: userToken }),
          () => undefined,
        ),
      ),
  } satisfies Partial<LinkedWalletPort>
}

/**
 * The parts of a payment in money and points; left out when money pays everything. Assumes G-06.
 */
function partFields(settings: OrdersSettings, amountVnd: number, points: number) {
  const { WALLET_METHOD = 'WALLET', POINT_METHOD = 'POINT' } = settings
  const { vnd_amount: vnd } = partsOfPrice(amountVnd, points)
  const amount = `${vnd}`
  if (points === 0) return { amount }
  const money = vnd === 0 ? [] : [{ method: WALLET_METHOD, amount }]
  return { amount, payment_request_list: [...money, { method: POINT_METHOD, amount: `${points}` }] }
}

/** The calls about linked wallets, made with the client. @see Specification 4.11 */
export function linkedWalletPort(client: Client, settings: OrdersSettings): LinkedWalletPort {
  return {
    ...linkPort(client, settings),
    payWithLink: ({
      reference,
      amountVnd,
      points,
      description,
      openedAt,
      holds,
      store,
      userToken,
    }) =>
      withSettings(settings, ofMerchant, async ({ PARTNER_CODE, MERCHANT_CODE }) => {
        const { storeCode, posCode } = store ?? storesOf(settings).default
        if (posCode === undefined) return notSet('POS_CODE')
        return toPortAnswer(
          () =>
            call(client, createOnlineTransaction, {
              holding_enabled: holds,
              invoice_no: reference,
              currency: 'VND',
              ...partFields(settings, amountVnd, points),
              bill_amount: `${amountVnd}`,
              order_created_at: openedAt,
              transaction_reference_number: reference,
              ...(description !== '' && { description }),
              terminal_id: posCode,
              merchant_id: storeCode,
              merchant_code: MERCHANT_CODE,
              partner_code: PARTNER_CODE,
              user_token: userToken,
            }),
          ({ data }) => transactionOf(data),
        )
      }),
    confirmLinkedPayment: ({ reference, transactionId, userToken, otp }) =>
      withSettings(settings, ofPartner, ({ PARTNER_CODE }) =>
        toPortAnswer(
          () =>
            call(client, confirmOnlineTransaction, {
              otp,
              transaction_reference_number: reference,
              transaction_id: transactionId,
              partner_code: PARTNER_CODE,
              user_token: userToken,
            }),
          ({ data }) => transactionOf(data),
        ),
      ),
    settleHold: ({ reference, result }) =>
      withSettings(settings, ofPartner, ({ PARTNER_CODE }) =>
        toPortAnswer(
          () =>
            call(client, confirmOrder, {
              // Assumes G-39.
              order_status:
                result === 'capture'
                  ? (settings.CAPTURE_STATUS ?? 'SUCCESS')
                  : (settings.RELEASE_STATUS ?? 'FAIL'),
              partner_code: PARTNER_CODE,
              invoice_no: reference,
            }),
          ({ data }) => ({ status: data.transaction_status }),
        ),
      ),
  }
}
