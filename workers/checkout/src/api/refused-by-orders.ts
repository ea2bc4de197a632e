import { ApiFailure } from './api-error.ts'

const ruleOfOrders = /^The (?:order|refund|transfer|payment|customer|file)(?:'s \w+)? must /

/**
 * Turns what a call of the orders Worker threw into an answer for the shop: a rule that the request
 * breaks is the shop's to correct, anything else is worth a repeat, since every call is safe to repeat.
 */
export function refusedByOrders(error: unknown): ApiFailure {
  if (error instanceof TypeError && ruleOfOrders.test(error.message)) {
    const [, field] = /'s (\w+) must/.exec(error.message) ?? []
    return new ApiFailure(400, {
      reason: 'invalid_field',
      message: error.message,
      remedy: 'Correct what is named and send the request again.',
      ...(field !== undefined && { fields: [field] }),
    })
  }
  return new ApiFailure(503, {
    reason: 'orders_unavailable',
    message: 'The order could not be reached.',
    remedy: 'Send the same request again in a few seconds; a repeat changes nothing twice.',
  })
}
