import type { EventDeliveryState, EventFilter } from '@merchant-edge/orders/api'

/** The fields of the filter of events, by their names in the address. */
export const filterFields = ['state', 'endpoint', 'orderId', 'type', 'cursor'] as const

function isState(text: string): text is EventDeliveryState {
  return text === 'waiting' || text === 'delivered' || text === 'dead' || text === 'unwanted'
}

/** Parses the filter of events; `undefined` when its state is invalid. */
export function readEventFilter(
  fields: Readonly<Partial<Record<(typeof filterFields)[number], string>>>,
): EventFilter | undefined {
  const { state, ...texts } = fields
  if (state === undefined) return texts
  return isState(state) ? { ...texts, state } : undefined
}
