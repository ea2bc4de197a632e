import type { OrderView } from '@merchant-edge/orders/webhook'
import type { House } from '@merchant-edge/tools/house'

/** The shop's backend and the wallet service of a house, for tests that work with its orders. */
export interface ShopClient {
  /** Sends a request with the shop's secret to a Worker, with a JSON body if one is given. */
  ask(address: string, json?: object): Promise<string>
  /** An order with its attempts and refunds. */
  order(id: string): Promise<OrderView>
  /** Opens an order that its customer pays by QR. */
  paidOrder(order: {
    readonly id: string
    readonly amountVnd: number
    readonly storeCode?: string
    readonly posCode?: string
  }): Promise<void>
  /** Requests a refund whose answer is the page of a proxy, so that its outcome is unknown. */
  unknownRefund(
    orderId: string,
    refund: { readonly id: string; readonly vnd: number },
  ): Promise<void>
}

/** Sends the requests of the shop's backend and of its customers to a house. */
export function shopClient(house: House): ShopClient {
  const { checkout, sandbox } = house.addresses

  async function ask(address: string, json?: object): Promise<string> {
    const answer = await fetch(address, {
      method: json === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${house.secrets.checkoutSecret}`,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${text}`)
    return text
  }

  async function order(id: string): Promise<OrderView> {
    const read: OrderView = JSON.parse(await ask(`${checkout}/orders/${id}`))
    return read
  }

  return {
    ask,
    order,
    async paidOrder(wanted) {
      await ask(`${checkout}/orders`, wanted)
      await ask(`${checkout}/orders/${wanted.id}/payments/qr`, {})
      const { attempts } = await order(wanted.id)
      const paid = `${sandbox}/control/orders/${attempts[0]?.serviceOrderId ?? ''}/pay`
      await ask(paid, { walletId: 'U-BINH' })
      while ((await order(wanted.id)).state !== 'paid') await house.sweep()
    },
    async unknownRefund(orderId, refund) {
      const fault = { endpoint: 'refundOrder', fault: 'html', times: 1 }
      await ask(`${sandbox}/control/faults`, fault)
      await ask(`${checkout}/orders/${orderId}/refunds`, {
        ...refund,
        reason: 'cold',
        staffId: 'shop',
      })
    },
  }
}
