import { describe, expect, it } from 'vitest'
import { wantsEvent } from './webhook-endpoint.ts'

describe('wantsEvent', () => {
  it.each([
    [['*'], 'alert.raised', true],
    [['order.paid'], 'order.paid', true],
    [['order.paid'], 'order.refunded', false],
    [['order.paid'], 'order.paid.again', false],
    [['order.*'], 'order.paid', true],
    [['order.*'], 'ordered.twice', false],
    [['order.*'], 'transfer.succeeded', false],
    [['order'], 'order.paid', false],
    [['transfer.*', 'order.paid'], 'order.paid', true],
    [[], 'order.paid', false],
  ])('of an endpoint with %j says of %s: %s', (events, type, isWanted) => {
    expect(wantsEvent({ id: 'shop', events }, type)).toBe(isWanted)
  })
})
