import { describe, expect, it } from 'vitest'
import { loyaltyCalls } from './loyalty-calls.ts'
import { isOrderAskedFor } from './order-asked-for.ts'

const place = { store_code: 'STORE-1', pos_code: 'POS-1' }
const asked = (...info: readonly { card_type: string; quantity: number }[]) => ({
  ...place,
  merchant_order_id: 'G-1',
  order_info: info,
})
const cards = (count: number) => Array.from({ length: count }, (_, at) => ({ code: `C-${at}` }))

function isAskedFor(name: string, kept: Parameters<typeof isOrderAskedFor>[1]): boolean {
  const call = loyaltyCalls.find(({ endpoint }) => endpoint.name === name)
  if (call === undefined) throw new TypeError(`There is no call ${name}.`)
  return isOrderAskedFor(call, kept)
}

describe('the gift codes of an order', () => {
  it('match the request in any order and division into rows', () => {
    const request = asked({ card_type: '50', quantity: 3 }, { card_type: '100', quantity: 1 })
    const data = {
      order_info: [
        { card_type: '100', cards: cards(1) },
        { card_type: '50', cards: cards(2) },
        { card_type: '50', cards: cards(1) },
      ],
    }

    expect(isAskedFor('orderGiftCodes', { request, data, sinceMs: 0 })).toBe(true)
  })

  it.each([
    [7_200, 'seconds', true],
    [7_201, 'seconds', false],
    [7_200, 'milliseconds', true],
    [7_201, 'milliseconds', false],
  ])('may be dated %i seconds before the request, in %s: %s', (seconds, unit, expected) => {
    const sinceMs = 1_900_000_000_000
    const dated = sinceMs / 1000 - seconds
    const request = asked({ card_type: '50', quantity: 1 })
    const order_info = [{ card_type: '50', cards: cards(1) }]
    const data = { order_info, created_at: unit === 'seconds' ? dated : dated * 1000 }

    expect(isAskedFor('orderGiftCodes', { request, data, sinceMs })).toBe(expected)
  })
})
