import * as v from 'valibot'

/** A request of the soak to the process of the house. */
export const houseRequest = v.variant('work', [
  v.object({ id: v.number(), work: v.literal('moveClock'), laterMs: v.number() }),
  v.object({ id: v.number(), work: v.literal('exchangeFiles') }),
  v.object({ id: v.number(), work: v.literal('sweep') }),
])

export type HouseRequest = v.InferOutput<typeof houseRequest>

/** Message that the house is started, or the answer to a request. */
export const houseAnswer = v.object({ id: v.number(), error: v.optional(v.string()) })

/** Id of the message that the house is started. */
export const started = 0
