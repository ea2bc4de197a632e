import { describe, expect, it } from 'vitest'
import { callbackMessage, readCallbackMessage } from './callback-message.ts'

const signed = { pay_status: 'SUCCESS', transaction_id: 'TX-1', order_id: '20260101T1' }

describe('a callback message', () => {
  it('is flat, and carries the whole callback', () => {
    const unsignedFields = { user_id: 'Ứng & ứng = 100 %', extra_data: '', __proto__x: '+' }
    const callback = { reference: 'r-1', amountVnd: 120_000, signed, unsignedFields, keyId: 'k1' }

    const message = callbackMessage(callback)

    expect(Object.values(message).map((value) => typeof value)).not.toContain('object')
    expect(readCallbackMessage(message)).toEqual(callback)
  })

  it('says nothing of a reference that the path did not prove', () => {
    const message = callbackMessage({ signed, unsignedFields: {}, keyId: 'k1' })

    expect(readCallbackMessage(message)).toStrictEqual({ signed, unsignedFields: {}, keyId: 'k1' })
  })
})
