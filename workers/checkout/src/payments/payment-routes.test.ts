import type { PaymentOutcome } from '@merchant-edge/orders/api'
import jsQR from 'jsqr'
import { describe, expect, it } from 'vitest'
import { ask, askAsShop, json, now, orderView } from '../../test/ask-checkout.ts'

const order = orderView()
const expiresAt = now + 900
const qrCode = 'https://qr.example/20260101T00000001?k=Tr%C3%A0'
const app = { outcome: 'app', serviceOrderId: '20260101T1', signature: 'c2ln', expiresAt } as const

function startPayment(outcome: PaymentOutcome) {
  return { startPayment: async () => outcome }
}

interface Chunk {
  readonly type: string
  readonly content: Uint8Array
}

/** Takes a PNG apart by hand: 8 bytes, then chunks of a length, a type, the content and four bytes. */
function chunksOf(png: Uint8Array): Chunk[] {
  expect([...png.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10])
  const view = new DataView(png.buffer)
  const chunks: Chunk[] = []
  let at = 8
  while (at < png.length) {
    const length = view.getUint32(at)
    const type = new TextDecoder().decode(png.subarray(at + 4, at + 8))
    chunks.push({ type, content: png.slice(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

/** The dark pixels of a picture of one bit a pixel, without filters. */
async function darkPixelsOf(png: string): Promise<boolean[][]> {
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0))
  const [head, data, end] = chunksOf(bytes)
  const side = new DataView(head?.content.buffer ?? new ArrayBuffer(8)).getUint32(0)
  expect([head?.type, data?.type, end?.type]).toEqual(['IHDR', 'IDAT', 'IEND'])
  expect([...(head?.content.subarray(8) ?? [])]).toEqual([1, 0, 0, 0, 0])
  const deflated = new Blob([data?.content ?? new Uint8Array()]).stream()
  const inflated = deflated.pipeThrough(new DecompressionStream('deflate'))
  const lines = new Uint8Array(await new Response(inflated).arrayBuffer())
  const perLine = lines.length / side
  return Array.from({ length: side }, (_line, y) => {
    expect(lines[y * perLine]).toBe(0)
    return Array.from({ length: side }, (_pixel, x) => {
      const byte = lines[y * perLine + 1 + (x >> 3)] ?? 0
      return (byte & (0x80 >> (x & 7))) === 0
    })
  })
}

/** What a scanner reads from a square picture: its text, and how wide the code is in modules. */
function scan(pixels: readonly (readonly boolean[])[]): {
  text: string | undefined
  modules: number
} {
  const colors = pixels.flat().flatMap((isDark) => (isDark ? [0, 0, 0, 255] : [255, 255, 255, 255]))
  const found = jsQR.default(Uint8ClampedArray.from(colors), pixels.length, pixels.length, {
    inversionAttempts: 'dontInvert',
  })
  return { text: found?.data, modules: 17 + 4 * (found?.version ?? 0) }
}

describe('POST /orders/{id}/payments/qr', () => {
  // Specification: 1.6
  it('returns the text of the QR, its expiry, and images of it', async () => {
    const { response, calls } = await ask('/orders/ORDER-1/payments/qr', {
      ...json({}),
      orders: startPayment({ outcome: 'qr', qrCode, expiresAt }),
    })

    expect(response.status).toBe(200)
    expect(calls).toEqual([['startPayment', 'ORDER-1', 'transaction-qr']])
    const { svg, png, ...rest } = await response.json<{ svg: string; png: string }>()
    expect(rest).toEqual({ outcome: 'qr', qrCode, expiresAt })
    const pixels = await darkPixelsOf(png)
    const { text, modules } = scan(pixels)
    expect(text).toBe(qrCode)
    const side = modules + 8
    expect(svg).toContain(`viewBox="-4 -4 ${side} ${side}"`)
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<\/svg>$/)
    expect(pixels).toHaveLength(side * 8)
    // Nothing in the four modules of white around the code.
    const isOfCode = (at: number) => at >= 32 && at < pixels.length - 32
    const outside = pixels.flatMap((line, y) => line.filter((_, x) => !isOfCode(x) || !isOfCode(y)))
    expect(outside).not.toContain(true)
  })

  it('says so when the text does not fit into a QR', async () => {
    const { response } = await ask('/orders/ORDER-1/payments/qr', {
      ...json({}),
      orders: startPayment({ outcome: 'qr', qrCode: 'x'.repeat(4_000), expiresAt }),
    })

    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { reason: 'qr_too_long' } })
  })
})

describe('POST /orders/{id}/payments/app', () => {
  // Specification: 1.10, 2.2.1
  it('returns the handover data for the wallet app', async () => {
    const { response, calls } = await ask('/orders/ORDER-1/payments/app', {
      ...json({}),
      orders: startPayment(app),
    })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(app)
    expect(calls).toEqual([['startPayment', 'ORDER-1', 'app-to-app']])
  })
})

describe('a payment for a till or an app', () => {
  const refusal = {
    outcome: 'refused',
    code: 4040201,
    reason: 'store_unknown',
    remedy: 'r',
  } as const
  const outcomes: [PaymentOutcome, number, string | undefined][] = [
    [{ outcome: 'busy' }, 202, undefined],
    [{ outcome: 'unknown', message: 'no answer' }, 202, undefined],
    [{ outcome: 'unsettled', order }, 202, undefined],
    [{ outcome: 'closed', order }, 409, 'order_closed'],
    [refusal, 422, 'store_unknown'],
    [{ outcome: 'not_found' }, 404, 'order_not_found'],
  ]
  it.each(outcomes)('that is %j is answered with %i', async (outcome, status, reason) => {
    for (const name of ['qr', 'app']) {
      const { response } = await ask(`/orders/ORDER-1/payments/${name}`, {
        ...json({}),
        orders: startPayment(outcome),
      })

      expect(response.status).toBe(status)
      expect(response.headers.get('retry-after')).toBe(outcome.outcome === 'busy' ? '2' : null)
      const answer = await response.json<{ error?: { reason: string } }>()
      expect(answer.error?.reason).toBe(reason)
    }
  })

  it.each(['qr', 'app'])(
    'requires the secret of the shop and POST, and accepts no fields (%s)',
    async (name) => {
      const path = `/orders/ORDER-1/payments/${name}`
      const withFields = await ask(path, json({ amountVnd: 1 }))
      const read = await askAsShop(path)
      const stranger = await ask(path, { method: 'POST' })
      const ofNoOrder = await ask(path.replace('ORDER-1', 'a%20b'), json({}))

      const asked = [withFields, read, stranger, ofNoOrder]
      expect(asked.map(({ response }) => response.status)).toEqual([400, 405, 401, 404])
      expect(read.response.headers.get('allow')).toBe('POST')
      expect(asked.flatMap(({ calls }) => calls)).toEqual([])
    },
  )
})
