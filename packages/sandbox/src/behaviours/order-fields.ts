import type { NewOrder } from '../orders/create-order.ts'

/** The fields that every call which creates an order has, by their names on the wire. */
interface OrderRequest {
  readonly order_reference_id?: string | undefined
  readonly store_code: string
  readonly pos_code?: string | undefined
  readonly order_amount: number
  readonly description?: string | undefined
  readonly callback_url: string
}

/** What every call that creates an order says about it; `extra_data` differs from call to call. */
export function orderFields(request: OrderRequest): Omit<NewOrder, 'kind' | 'extraData'> {
  return {
    orderReferenceId: request.order_reference_id,
    storeCode: request.store_code,
    posCode: request.pos_code,
    amountVnd: request.order_amount,
    description: request.description,
    callbackUrl: request.callback_url,
  }
}
