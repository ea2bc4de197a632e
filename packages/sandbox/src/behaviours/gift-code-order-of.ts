import type { GiftCodeOrder } from '@merchant-edge/contract'
import { codeWriterOf } from '../gift-codes/encrypted-codes.ts'
import type { FilledGiftCodeOrder } from '../gift-codes/gift-code-orders.ts'
import type { Sandbox } from '../sandbox.ts'

/** An order of gift codes as both forms show it. @see Specification 2.10 */
export async function giftCodeOrderOf(
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
