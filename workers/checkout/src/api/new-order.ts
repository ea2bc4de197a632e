import type { NewOrder } from '@merchant-edge/orders'
import * as v from 'valibot'
import { customerId } from './customer-id.ts'
import { fieldProblem } from './field-problem.ts'
import { plainText } from './plain-text.ts'

const minutes = 'must be a whole number from 3 to 1440'
const vnd = 'must be a whole number of VND greater than 0'
const address =
  'must be an https address, or an http address of this machine, of at most 2048 characters'

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1'
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)
}

/** The body of `POST /orders`. */
export const newOrder = v.strictObject(
  {
    id: v.pipe(
      v.string('must be text'),
      v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 characters of A-Z a-z 0-9 _ -'),
    ),
    amountVnd: v.pipe(v.number(vnd), v.safeInteger(vnd), v.minValue(1, vnd)),
    description: v.exactOptional(plainText(255)),
    expiresInMinutes: v.exactOptional(
      v.pipe(
        v.number(minutes),
        v.integer(minutes),
        v.minValue(3, minutes),
        v.maxValue(1_440, minutes),
      ),
    ),
    linkedCustomerId: v.exactOptional(customerId),
    holdPayment: v.exactOptional(v.boolean('must be true or false')),
    returnUrl: v.exactOptional(
      v.pipe(v.string('must be text'), v.maxLength(2_048, address), v.check(isWebAddress, address)),
    ),
  },
  fieldProblem,
) satisfies v.GenericSchema<unknown, NewOrder>
