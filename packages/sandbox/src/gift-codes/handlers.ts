import { endpoints } from '@merchant-edge/contract'
import type { GiftCodeOrder } from '@merchant-edge/contract/gift-code'
import { requireStore } from '../merchants/stores.ts'
import type { Sandbox } from '../sandbox.ts'
import {
  checkBodyPlace,
  gatewayMalformed,
  gatewayPlaceInvalid,
  gatewayPlaceNamed,
  gatewayPlaceOf,
} from '../serving/gateway-handler.ts'
import { accept, handler } from '../serving/handler.ts'
import { codeWriterOf } from './encrypted-codes.ts'
import {
  requireGiftCodeOrder,
  type FilledGiftCodeOrder,
  orderGiftCodes,
} from './gift-code-orders.ts'
import { findSoldCode, stockOf } from './gift-code-stock.ts'

/** An order of gift codes as both forms show it. @see Specification 2.10 */
async function giftCodeOrderOf(
  sandbox: Sandbox,
  order: FilledGiftCodeOrder,
): Promise<GiftCodeOrder> {
  const write = await codeWriterOf(sandbox.database, order.merchantCode)
  const byType = Map.groupBy(order.codes, ({ cardType }) => cardType)
  const order_info = [...byType].map(async ([card_type, codes]) => ({
    card_type,
    cards: await Promise.all(
      codes.map(async ({ code, expireDate, serial }) => ({
        code: await write(code),
        expire_date: expireDate,
        serial,
      })),
    ),
  }))
  return {
    created_at: order.createdAt,
    extra_data: order.extraData,
    merchant_order_id: order.merchantOrderId,
    order_info: await Promise.all(order_info),
  }
}

/** Handlers of gift codes (4.7, 4.9). */
export const giftCodeHandlers = {
  /** Takes gift codes out of stock. */
  orderGiftCodes: handler(endpoints.orderGiftCodes, {
    feature: 'gift-code',
    async answer({ sandbox, caller, request }) {
      const { store_code, pos_code, merchant_order_id, order_info, extra_data = '' } = request
      const place = { merchantCode: caller.merchant.code, storeCode: store_code, posCode: pos_code }
      const order = await orderGiftCodes(
        sandbox,
        { ...place, merchantOrderId: merchant_order_id, items: order_info, extraData: extra_data },
        { placeInvalid: 4040201, stockInsufficient: 4000301, orderExists: 4000302 },
      )
      return accept(200, await giftCodeOrderOf(sandbox, order))
    },
  }),
  /** Fetches an order of gift codes of the merchant with its codes. */
  queryGiftCodeOrder: handler(endpoints.queryGiftCodeOrder, {
    feature: 'gift-code',
    async answer({ sandbox, caller, request }) {
      const merchantCode = caller.merchant.code
      const { store_code, pos_code, merchant_order_id } = request
      await requireStore(
        sandbox,
        { merchantCode, storeCode: store_code, posCode: pos_code },
        4040201,
      )
      const order = await requireGiftCodeOrder(sandbox.database, merchantCode, merchant_order_id)
      return accept(200, await giftCodeOrderOf(sandbox, order))
    },
  }),
  /** Says whether a gift code of the merchant has been used; nothing when it has no such code. */
  checkGiftCode: handler(endpoints.checkGiftCode, {
    feature: 'gift-code',
    noData: {},
    async answer({ sandbox, caller, request }) {
      const merchantCode = caller.merchant.code
      const { store_code, pos_code, serial } = request
      await requireStore(
        sandbox,
        { merchantCode, storeCode: store_code, posCode: pos_code },
        4040201,
      )
      const found = await findSoldCode(sandbox.database, merchantCode, serial)
      return accept(200, found && { status: found.status, expire_date: found.expireDate })
    },
  }),
  /** Says how many gift codes of each face value are in stock. */
  queryGiftCodeStock: handler(endpoints.queryGiftCodeStock, {
    feature: 'gift-code',
    async answer({ sandbox, caller, request }) {
      const { store_code, pos_code, card_type } = request
      const place = { merchantCode: caller.merchant.code, storeCode: store_code, posCode: pos_code }
      await requireStore(sandbox, place, 4040201)
      return accept(200, [...(await stockOf(sandbox, card_type))])
    },
  }),
  /**
   * Takes gift codes out of stock over the gateway; its orders share their ids with the REST form.
   */
  gatewayOrderGiftCodes: handler(endpoints.gatewayOrderGiftCodes, {
    feature: 'gift-code',
    malformedCode: gatewayMalformed,
    checkFields: checkBodyPlace,
    async answer(call) {
      const { sandbox, request } = call
      const place = gatewayPlaceNamed(call, request)
      const order = await orderGiftCodes(
        sandbox,
        { ...place, merchantOrderId: request.order_id, items: request.order_info, extraData: '' },
        { placeInvalid: gatewayPlaceInvalid, stockInsufficient: 200100, orderExists: 200200 },
      )
      return accept(200, await giftCodeOrderOf(sandbox, order))
    },
  }),
  /** Fetches an order of gift codes over the gateway. */
  gatewayQueryGiftCodeOrder: handler(endpoints.gatewayQueryGiftCodeOrder, {
    feature: 'gift-code',
    malformedCode: gatewayMalformed,
    checkFields: checkBodyPlace,
    async answer(call) {
      const { sandbox, request } = call
      const { merchantCode } = await gatewayPlaceOf(call, request)
      const order = await requireGiftCodeOrder(sandbox.database, merchantCode, request.order_id)
      return accept(200, await giftCodeOrderOf(sandbox, order))
    },
  }),
  /** Says over the gateway whether a gift code of the merchant has been used. */
  gatewayCheckGiftCode: handler(endpoints.gatewayCheckGiftCode, {
    feature: 'gift-code',
    malformedCode: gatewayMalformed,
    checkFields: checkBodyPlace,
    noData: null,
    async answer(call) {
      const { sandbox, request } = call
      const { merchantCode } = await gatewayPlaceOf(call, request)
      const found = await findSoldCode(sandbox.database, merchantCode, request.serial)
      return accept(200, found && { status: found.status, expire_date: found.expireDate })
    },
  }),
  /** Says over the gateway how many gift codes of each face value are in stock. */
  gatewayQueryGiftCodeStock: handler(endpoints.gatewayQueryGiftCodeStock, {
    feature: 'gift-code',
    malformedCode: gatewayMalformed,
    checkFields: checkBodyPlace,
    async answer(call) {
      const { sandbox, request } = call
      await gatewayPlaceOf(call, request)
      return accept(200, [...(await stockOf(sandbox, request.card_type))])
    },
  }),
}
