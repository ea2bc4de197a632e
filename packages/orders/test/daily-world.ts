import { checksumProfiles } from '@merchant-edge/reconcile'
import { env } from 'cloudflare:workers'
import {
  type DailyFilesContext,
  type DailyFilesSettings,
  processDailyFiles,
} from '../src/daily-files/index.ts'
import { dayOf } from '../src/daily-files/vietnam-day.ts'
import type { RefundAccepted, RefundToMake } from '../src/service/payment-port.ts'
import type { PortAnswer } from '../src/service/port-answer.ts'
import { World, type WorldOptions } from './world.ts'

export const checksumKey = 'checksum key of the tests'

/** MD5 by the platform, which the code under test does not use. */
export async function md5(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('MD5', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A row of a file with its checksum, by hand: the record and the key. */
export async function rowOf(values: readonly string[], key = checksumKey): Promise<string> {
  const record = values
    .map((value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
    .join(',')
  return `${record},${await md5(record + key)}\r\n`
}

/** The service's data about a transaction in its file. */
export interface ServiceRow {
  readonly invoice: string
  readonly wallet: string
  readonly amount: number | string
  readonly currency?: string
  readonly date: string
  readonly service?: string
  readonly status?: string
  readonly type?: string
  readonly description?: string
}

/** A row of the service file. */
export function serviceRow(row: ServiceRow, key?: string): Promise<string> {
  const { invoice, wallet, amount, currency = 'VND', date } = row
  const { service = wallet, status = '0', type = '1' } = row
  const { description = 'two "books", one pen' } = row
  const place = ['MERCHANT-1', 'STORE-1', 'POS-1', date, '12:00:00', description]
  return rowOf(
    [invoice, wallet, String(amount), currency, '0', '0', '0', ...place, service, status, type],
    key,
  )
}

/** A world with daily files, at noon of a day that no earlier world has used. */
export class DailyWorld extends World {
  readonly #files: DailyFilesSettings
  readonly day: string

  constructor(settings: Partial<DailyFilesSettings> = {}, options: WorldOptions = {}) {
    super(options)
    this.#files = {
      bucket: env.FILES,
      partnerId: 'PARTNER-1',
      partnerToken: 'BOOKS',
      checksumKey,
      profile: checksumProfiles.record,
      merchantCode: 'MERCHANT-1',
      storeCode: 'STORE-1',
      posCode: 'POS-1',
      ...settings,
    }
    const noon = Date.parse(`${dayOf(this.now())}T12:00:00+07:00`) + 24 * 3_600_000
    this.advance({ seconds: (noon - this.now()) / 1000 })
    this.day = dayOf(this.now())
  }

  /** The context of one invocation, as {@link World.context}. */
  get files(): DailyFilesContext {
    return { ...this.context, files: this.#files }
  }

  /** The day as the files write it. */
  date(day = this.day): string {
    return day.split('-').toReversed().join('/')
  }

  /** Moves the clock to a time of the next day. */
  toNextDay(time = '00:45'): void {
    const next = dayOf(this.now() + 24 * 3_600_000)
    this.advance({ seconds: (Date.parse(`${next}T${time}:00+07:00`) - this.now()) / 1000 })
  }

  name(kind: 'partner' | 'service' | 'result', day = this.day): string {
    const digits = day.replaceAll('-', '')
    if (kind === 'partner') return `outgoing/${digits}_BOOKS_SERVICE_TRAN.csv`
    const result = kind === 'result' ? 'RESULT_' : ''
    return `incoming/${digits}_SERVICE_BOOKS_${result}TRAN.csv`
  }

  async text(key: string): Promise<string> {
    const object = await env.FILES.get(key)
    if (object === null) throw new Error(`There is no ${key}.`)
    return object.text()
  }

  /** The service uploads its file. */
  async putServiceFile(rows: readonly ServiceRow[], day = this.day): Promise<void> {
    const texts = await Promise.all(rows.map((row) => serviceRow(row)))
    await env.FILES.put(this.name('service', day), texts.join(''))
  }

  /** The service's row of the payment of an order. */
  async rowOfPayment(id: string): Promise<ServiceRow> {
    const { order } = await this.order(id)
    const wallet = order.paidTransactionId ?? ''
    const invoice = order.paidReference ?? ''
    return { invoice, wallet, amount: order.amountVnd, date: this.date() }
  }

  work() {
    return processDailyFiles(this.files)
  }

  /** Ends a day: at night the service uploads its file of the day, and the files are processed. */
  async endDay(rows: readonly ServiceRow[], day = this.day): Promise<void> {
    this.toNextDay()
    await this.putServiceFile(rows, day)
    await this.work()
  }
}

/** Makes a refund that the service accepts with a transaction code. */
export function numberedRefund(number: string) {
  return (_refund: RefundToMake): PortAnswer<RefundAccepted> => ({
    outcome: 'accepted',
    code: 200,
    data: { code: 200, refundTransactionId: `R${number}`, refundWalletNumber: number },
    repeatedAfterUnknown: false,
  })
}
