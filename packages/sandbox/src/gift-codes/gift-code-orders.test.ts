import { assert, beforeEach, describe, expect, it } from 'vitest'
import { freshId, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

// Goal: no code is ever handed out twice, and the stock never falls below zero.
// Method: many orders at the same time over the API; the codes that came back are counted.

const root = '/merchant-integration/v1/loyalty/gift-code'
const place = { store_code: 'EDGE-STORE-1', pos_code: 'EDGE-POS-1' }
let bench: WorkerdBench

beforeEach(async () => {
  await (await workerdBench()).control.reset()
  bench = await workerdBench()
})

interface Card {
  code: string
  expire_date: string
  serial: string
}

interface Group {
  card_type: string
  cards: Card[]
}

function order(items: readonly { card_type: string; quantity: number }[], fields: object = {}) {
  const merchant_order_id = freshId('gift')
  return bench.call(`${root}/orders`, {
    fields: { ...place, merchant_order_id, order_info: items, ...fields },
  })
}

function groupsOf(answer: { data?: Record<string, unknown> }): Group[] {
  const { order_info }: { order_info: Group[] } = JSON.parse(JSON.stringify(answer.data))
  return order_info
}

function fetchOrder(merchantOrderId: string, spelling = 'gift-code') {
  const query = `merchant_order_id=${merchantOrderId}&store_code=EDGE-STORE-1&pos_code=EDGE-POS-1`
  return bench.call(`/merchant-integration/v1/loyalty/${spelling}/orders?${query}`, {
    method: 'GET',
  })
}

async function inStock(cardType: string): Promise<number> {
  const levels = await bench.control.giftCodes()
  return levels.find((level) => level.cardType === cardType)?.inStock ?? Number.NaN
}

describe('orderGiftCodes', () => {
  // Specification: 1.26, 2.10.1
  it('takes the codes of every face value out of stock', async () => {
    const items = [
      { card_type: '50', quantity: 2 },
      { card_type: '100', quantity: 3 },
    ]

    const answer = await order(items, { merchant_order_id: 'G-1', extra_data: '{"a":1}' })

    expect(answer).toMatchObject({
      status: 200,
      code: 200,
      data: { merchant_order_id: 'G-1', extra_data: '{"a":1}' },
    })
    const groups = groupsOf(answer)
    expect(groups.map(({ card_type, cards }) => [card_type, cards.length])).toEqual([
      ['50', 2],
      ['100', 3],
    ])
    const codes = groups.flatMap(({ cards }) => cards.map(({ code }) => code))
    expect(new Set(codes).size).toBe(5)
    expect([await inStock('50'), await inStock('100')]).toEqual([58, 57])
  })

  it('sells no code twice when forty orders come at once, and leaves the stock at zero', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => order([{ card_type: '200', quantity: 4 }])),
    )

    const done = answers.filter(({ code }) => code === 200)
    expect(done).toHaveLength(7)
    expect(answers.filter(({ code }) => code === 4000301)).toHaveLength(33)
    const codes = done.flatMap((answer) => groupsOf(answer).flatMap(({ cards }) => cards))
    expect(new Set(codes.map(({ code }) => code)).size).toBe(28)
    expect(await inStock('200')).toBe(2)
  })

  it('takes the codes once when the same order comes twenty times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        order([{ card_type: '50', quantity: 1 }], { merchant_order_id: 'G-same' }),
      ),
    )

    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 4000302)).toHaveLength(19)
    expect(await inStock('50')).toBe(59)
  })

  it('takes nothing, and leaves the id usable, when one face value is short', async () => {
    const items = [
      { card_type: '50', quantity: 5 },
      { card_type: '500', quantity: 3 },
    ]
    const refused = await order(items, { merchant_order_id: 'G-2' })
    const left = [await inStock('50'), await inStock('500')]

    const right = await order([{ card_type: '500', quantity: 2 }], { merchant_order_id: 'G-2' })

    expect([refused.code, right.code]).toEqual([4000301, 200])
    expect(left).toEqual([60, 2])
  })

  it('adds up the quantities of a face value that is named twice', async () => {
    const items = [
      { card_type: '500', quantity: 1 },
      { card_type: '500', quantity: 2 },
    ]

    const answer = await order(items)

    expect(answer.code).toBe(4000301)
  })

  it('sells no code whose last day in Vietnam is over', async () => {
    await bench.control.addGiftCodes({ cardType: '300', quantity: 1, expireDate: '2030-05-10' })
    // 23:59:59 and 00:00:00 in Vietnam are 16:59:59 and 17:00:00 UTC.
    await bench.control.moveClock({ freezeAt: Date.parse('2030-05-10T17:00:00Z') / 1000 })
    const tooLate = await order([{ card_type: '300', quantity: 1 }])
    await bench.control.moveClock({ freezeAt: Date.parse('2030-05-10T16:59:59Z') / 1000 })

    const inTime = await order([{ card_type: '300', quantity: 1 }])

    expect([tooLate.code, inTime.code]).toEqual([4000301, 200])
    expect(groupsOf(inTime)[0]?.cards[0]?.expire_date).toBe('2030-05-10')
  })

  it.each(['gift-code', 'giftcode'])(
    'returns the order again under the path %s',
    async (spelling) => {
      const ordered = await order([{ card_type: '50', quantity: 2 }], { merchant_order_id: 'G-3' })

      const fetched = await fetchOrder('G-3', spelling)

      expect(fetched.code).toBe(200)
      expect(fetched.data).toEqual(ordered.data)
    },
  )

  it('answers that an order does not exist', async () => {
    const fetched = await fetchOrder('G-none')

    expect(fetched).toMatchObject({ code: 4040001, status: 404 })
  })

  // Specification: 2.10.2, 3.17
  it('reports whether a code is used, and nothing about a code of another merchant', async () => {
    const [group] = groupsOf(await order([{ card_type: '50', quantity: 1 }]))
    const serial = group?.cards[0]?.serial ?? ''
    const check = (one: string) =>
      bench.call(`${root}/check`, { fields: { ...place, serial: one } })
    const fresh = await check(serial)
    await bench.control.changeGiftCode(serial, { status: 'USED' })

    const used = await check(serial)
    const none = await check('GC-none')

    expect(fresh.data).toEqual({ status: 'ACTIVE', expire_date: group?.cards[0]?.expire_date })
    expect(used.data['status']).toBe('USED')
    expect(none).toMatchObject({ code: 200, data: {} })
  })

  it('returns the quantity of every requested face value', async () => {
    const ask = (fields: object) =>
      bench.call(`${root}/quantity`, { fields: { ...place, ...fields } })

    const some = await ask({ card_type: ['500', '1000'] })
    const all = await ask({})

    expect(some.data).toEqual([
      { card_type: '500', quantity: 2 },
      { card_type: '1000', quantity: 0 },
    ])
    expect(all.data).toEqual([
      { card_type: '50', quantity: 60 },
      { card_type: '100', quantity: 60 },
      { card_type: '200', quantity: 30 },
      { card_type: '500', quantity: 2 },
    ])
  })

  it('encrypts the codes for a merchant that has registered a key', async () => {
    const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
    const pair = await crypto.subtle.generateKey(
      { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
      true,
      ['encrypt', 'decrypt'],
    )
    assert('privateKey' in pair, 'no pair')
    const spki = await crypto.subtle.exportKey('spki', pair.publicKey)
    assert(spki instanceof ArrayBuffer, 'no bytes')
    const base64 = btoa(String.fromCharCode(...new Uint8Array(spki)))
    const pem = `-----BEGIN PUBLIC KEY-----\n${base64}\n-----END PUBLIC KEY-----\n`
    await order([{ card_type: '50', quantity: 1 }], { merchant_order_id: 'G-4' })
    const plain = groupsOf(await fetchOrder('G-4'))[0]?.cards[0]?.code
    await bench.control.setGiftCodeKey('EDGE', pem)

    const encrypted = groupsOf(await fetchOrder('G-4'))[0]?.cards[0]?.code ?? ''

    const bytes = Uint8Array.from(atob(encrypted), (character) => character.charCodeAt(0))
    const decrypted = await crypto.subtle.decrypt(algorithm, pair.privateKey, bytes)
    expect(plain).toMatch(/^\d{16}$/)
    expect(new TextDecoder().decode(decrypted)).toBe(plain)
  })

  it('writes no code into the request journal', async () => {
    const [group] = groupsOf(await order([{ card_type: '50', quantity: 1 }]))

    const [entry] = await bench.control.requests({ limit: 1 })

    expect(entry?.answer).toContain(group?.cards[0]?.serial)
    expect(entry?.answer).not.toContain(group?.cards[0]?.code)
  })
})
