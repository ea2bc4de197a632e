import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEnvelope } from './envelope.ts'

describe('readEnvelope', () => {
  // Specification: 2.0.1, 2.0.3
  it.each([
    ['message', { code: 200, message: 'OK' }, 'OK'],
    ['string, as one refund sample writes it (G-14)', { code: 200, string: 'OK' }, 'OK'],
    ['message before string', { code: 200, message: 'first', string: 'second' }, 'first'],
    ['string when message is null', { code: 200, message: null, string: 'OK' }, 'OK'],
    ['no message at all', { code: 200 }, ''],
  ])('reads the message of the service from %s', (_about, meta, message) => {
    expect(readEnvelope({ meta })?.message).toBe(message)
  })

  it.each([
    ['text', { request_id: 'R-1' }, 'R-1'],
    ['a number', { request_id: 4711 }, '4711'],
    ['a number that JSON rounds', JSON.parse('{"request_id":9007199254740993}'), undefined],
    ['anything else', { request_id: { id: 'R-1' } }, undefined],
    ['null', { request_id: null }, undefined],
    ['nothing', {}, undefined],
  ])('keeps the request_id when it is %s', (_about, meta, requestId) => {
    expect(readEnvelope({ meta: { code: 200, ...meta } })?.requestId).toBe(requestId)
  })

  it.each([
    ['null', { data: null }],
    ['an empty object', { data: {} }],
    ['an absent key', {}],
  ])('reads data that is %s as absent (G-18)', (_about, data) => {
    expect(readEnvelope({ meta: { code: 200 }, ...data })).toEqual({
      code: 200,
      message: '',
      requestId: undefined,
      data: undefined,
    })
  })

  it.each([
    ['an object', { order_id: '1' }],
    ['a list, also an empty one', []],
    ['text', ''],
    ['false', false],
  ])('returns data that is %s', (_about, data) => {
    expect(readEnvelope({ meta: { code: 200 }, data })?.data).toEqual(data)
  })

  it.each([
    ['null', null],
    ['text', 'OK'],
    ['a list', [{ meta: { code: 200 } }]],
    ['no meta', { data: {} }],
    ['no code', { meta: { message: 'OK' } }],
    ['a code as text', { meta: { code: '200' } }],
    ['a code that is not whole', { meta: { code: 200.5 } }],
  ])('finds no envelope in %s', (_about, json) => {
    expect(readEnvelope(json)).toBeUndefined()
  })

  it('never throws on any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(() => readEnvelope(json)).not.toThrow()
      }),
    )
  })
})
