import { createHash } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { systemHostClock } from '../src/clock/host-clock.ts'
import { resetSandbox } from '../src/seed/reset-sandbox.ts'
import { openSandbox } from '../src/open-sandbox.ts'
import { freshId, workerdBench, type WorkerdBench } from './workerd-bench.ts'

/** The key of every checksum in the tests. */
export const checksumKey = 'a-key-for-tests'

/** The sandbox with a clock frozen at 10:00 in Vietnam on 5 March 2026. */
export interface ExchangeBench extends WorkerdBench {
  /** Freezes the clock at an instant in Vietnam time, `YYYY-MM-DD HH:mm:ss`. */
  at(text: string): Promise<void>
  /** Creates and pays an order of 100,000 VND, unless the fields change it. */
  paid(
    fields?: object,
    payment?: { points?: number; discountVnd?: number },
  ): Promise<{ reference: string; transactionId: string; orderId: string }>
  refund(original: string, fields: object): Promise<Record<string, unknown>>
  /** The text of a file of the folder of EDGE. */
  text(name: string): Promise<string>
}

/**
 * A row of a file, written by hand: its checksum is the MD5 of the values before it and the key.
 */
export function row(values: readonly (string | number)[], key = checksumKey): string {
  const data = values.join(',')
  return `${data},${createHash('md5')
    .update(data + key)
    .digest('hex')}\r\n`
}

/** A row of the partner's file for a payment of 100,000 VND, unless the fields change it. */
export function partnerRow(
  fields: {
    invoice?: string
    code?: string
    amount?: number | string
    date?: string
    status?: 0 | 1 | 2
    type?: 1 | -1
    discount?: number
  },
  key = checksumKey,
): string {
  const { invoice = '', code = '', amount = 100_000, date = '05/03/2026' } = fields
  const { status = 0, type = 1, discount = 0 } = fields
  return row(
    ['EDGE', invoice, code, amount, 'VND', 0, 0, discount, '', '', '', date, '', status, '', type],
    key,
  )
}

/** Makes a bench on a fresh sandbox. */
export async function exchangeBench(): Promise<ExchangeBench> {
  await openSandbox({ env, origin: 'http://localhost', waitUntil: () => undefined })
  await resetSandbox(env, systemHostClock)
  const bench = await workerdBench()
  const { control } = bench
  const at = async (text: string) => {
    await control.moveClock({ freezeAt: Date.parse(`${text.replace(' ', 'T')}+07:00`) / 1000 })
  }
  await at('2026-03-05 10:00:00')
  await control.changeExchangePartner('EDGE', { checksumKey })
  return {
    ...bench,
    at,
    async paid(fields = {}, payment = {}) {
      const { orderId, reference } = await bench.createOrder(fields)
      const { transactionId } = await control.pay(orderId, payment)
      return { orderId, reference, transactionId }
    },
    async refund(original, fields) {
      const answer = await bench.call('/merchant-integration/v1/orders/refund', {
        fields: {
          order_reference_id: freshId('refund'),
          original_order_reference_id: original,
          ...fields,
        },
      })
      if (answer.status !== 200) throw new Error(`${answer.code} ${answer.message}`)
      return answer.data
    },
    async text(name) {
      return new Response(await control.openExchangeFile('EDGE', name)).text()
    },
  }
}
