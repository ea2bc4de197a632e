import { join } from 'node:path'
import { fieldDescriptions } from './document/field-descriptions.ts'
import type { Operation, Parameter } from './document/open-api-document.ts'
import { pathParameterText } from './document/path-parameter-text.ts'

const fields = join(import.meta.dirname, '../../packages/contract/src/callback/payment-callback.ts')

/** Path of the address that receives callbacks, below that of the ipn Worker. */
export const callbackPath = '/ipn/{reference}/{token}'

/** The callback of the service to the ipn Worker. @see Specification 6.1 */
export async function callbackOperation(): Promise<Operation> {
  const descriptions = await fieldDescriptions(fields)
  const optional = (name: string): Parameter => ({
    name,
    in: 'query',
    required: false,
    description: descriptions.get(name) ?? '',
    schema: { type: 'string' },
  })
  const required = (name: string): Parameter => ({ ...optional(name), required: true })
  return {
    operationId: 'receiveCallback',
    tags: ['Callbacks'],
    summary: 'Receives a payment callback. 200 means that it is stored.',
    security: [],
    parameters: [
      ...['reference', 'token'].map((name): Parameter => ({
        name,
        in: 'path',
        required: true,
        description: pathParameterText(callbackPath, name),
        schema: { type: 'string' },
      })),
      ...['order_id', 'pay_status', 'transaction_id'].map(required),
      {
        ...required('signature'),
        description: 'Signature of the service over the three signed fields, in base64.',
      },
      ...['extra_data', 'total_discount', 'user_id', 'point_amount', 'vnd_amount'].map(optional),
    ],
    responses: {
      200: { description: 'The callback is stored.' },
      400: { description: 'The callback is malformed.' },
      401: { description: 'The token or the signature is invalid; nothing was stored.' },
      503: { description: 'The callback could not be stored; send it again.' },
    },
  }
}
