import { createControlClient } from '@merchant-edge/sandbox/control'
import { afterAll, assert, beforeAll, describe, expect, it } from 'vitest'
import { deskClient, type DeskClient } from '../house/operators/desk-client.ts'
import { freePorts } from '../house/places/ports.ts'
import { startHouse, type House } from '../house/start-house.ts'
import { carryOutHour } from './carry-out-hour.ts'
import { linkedCustomerOf } from './carry-out-order.ts'
import { carryOutPlan } from './carry-out-plan.ts'
import { demoHouse, readOrder } from './demo-calls.ts'
import type {
  DemoDay,
  DemoFileError,
  DemoHour,
  DemoOrder,
  DemoPlan,
  DemoScope,
} from './demo-plan.ts'
import { demoSums } from './demo-sums.ts'
import { planMonth } from './plan-month.ts'
import { prepareCustomers } from './prepare-customers.ts'
import { startShopReceiver, type ShopReceiver } from './shop-receiver.ts'
import { vietnamHourAt } from './vietnam-days.ts'

// Goal: the data of `npm start -- --demo` is that of its plan: the desk's charts show the planned payments and refunds, the
// daily files differ exactly where planned, and every kind of problem occurs.
// Method: a small plan is carried out in a complete house in workerd. The oracle is the plan, which no Worker knows.

const noon = Date.parse('2026-11-23T13:00:00+07:00')
const month: DemoScope = { seed: 1, days: 30, ordersPerDay: 16, nowMs: noon }

const emptyHour: DemoHour = {
  atMs: noon,
  orders: [],
  refunds: [],
  transfers: [],
  giftCodeOrders: [],
  merchantQrVnd: [],
}

/**
 * Days of the plan that is carried out, from the oldest on, on which nothing happens that does not happen on others too: the
 * shop is closed on them.
 */
const ordinaryDays: ReadonlySet<number> = new Set([1, 2, 3, 4, 6, 9])

function ordersOf({ days }: DemoPlan): readonly DemoOrder[] {
  return days.flatMap(({ hours }) => hours.flatMap(({ orders }) => orders))
}

describe('the plan', () => {
  it('is equal for equal seeds, and different for different ones', () => {
    expect(planMonth(month)).toEqual(planMonth(month))
    expect(planMonth({ ...month, seed: 2 })).not.toEqual(planMonth(month))
  })

  it.each([1, 2, 3, 4, 5])('has 400 to 1000 orders, each with its own id (seed %i)', (seed) => {
    const ids = ordersOf(planMonth({ ...month, seed })).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(400)
    expect(ids.length).toBeLessThan(1000)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('sells nothing at night, and most in the evening', () => {
    const byHour = new Map<number, number>()
    for (const { atMs, fate } of ordersOf(planMonth(month))) {
      if (fate === 'paid') {
        byHour.set(vietnamHourAt(atMs), (byHour.get(vietnamHourAt(atMs)) ?? 0) + 1)
      }
    }
    expect([0, 1, 2, 3, 4, 5].filter((hour) => byHour.has(hour))).toEqual([])
    const [busiest] = [...byHour].toSorted(([, a], [, b]) => b - a)
    expect(busiest?.[0]).toBeGreaterThanOrEqual(17)
    expect(busiest?.[0]).toBeLessThanOrEqual(20)
  })

  describe('of two weeks, made on each of them', () => {
    const plans = Array.from({ length: 14 }, (_, days) =>
      planMonth({ seed: 1, days: 17, ordersPerDay: 3, nowMs: noon + days * 86_400_000 }),
    )

    it('loses no callback in the last hour of a day', () => {
      const lastHours = plans.flatMap((one) => one.days.map(({ hours }) => hours.at(-1)))
      const fates = lastHours.flatMap((hour) => hour?.orders ?? []).map(({ fate }) => fate)
      expect(fates).toContain('paid')
      expect(fates).not.toContain('lost')
    })

    it('has every kind of error in the files', () => {
      for (const one of plans) {
        const kinds = one.days.flatMap(({ fileErrors }) => fileErrors.map(({ what }) => what))
        expect(new Set(kinds)).toEqual(
          new Set(['changeAmount', 'double', 'late', 'lose', 'wrongChecksum']),
        )
      }
    })
  })

  it('ends with now', () => {
    const times = planMonth(month).days.flatMap(({ hours }) => hours.map(({ atMs }) => atMs))
    expect(Math.max(...times)).toBeLessThan(noon)
  })

  it('has its days in order, even just after midnight', () => {
    const nowMs = Date.parse('2026-11-24T00:00:40+07:00')
    const days = planMonth({ ...month, nowMs }).days.map(({ day }) => day)
    expect(days).toEqual(days.toSorted())
    expect(days.at(-1)).toBe('2026-11-24')
  })

  it.each([2, 32, 3.5])('refuses %d days', (days) => {
    expect(() => planMonth({ ...month, days })).toThrow(RangeError)
  })
})

describe('a month in a house', () => {
  let house: House
  let shop: ShopReceiver
  let plan: DemoPlan
  let desk: DeskClient

  beforeAll(async () => {
    const whole = planMonth({ seed: 1, days: 17, ordersPerDay: 3, nowMs: Date.now() })
    plan = { days: whole.days.filter((_, index) => !ordinaryDays.has(index)) }
    const refused = ordersOf(plan).filter(({ isRefusedByShop }) => isRefusedByShop)
    shop = await startShopReceiver(new Set(refused.map(({ id }) => id)))
    house = await startHouse({
      ports: await freePorts(),
      laterMs: 0,
      sweepsAlone: true,
      isSilent: true,
      ordersVariables: { WEBHOOK_URL: shop.url },
    })
    await carryOutPlan(house, { plan })
    await house.moveClock(0)
    desk = deskClient(house, 'U-AN')
    await desk.signIn()
  }, 900_000)

  afterAll(async () => {
    await house?.stop()
    await shop?.stop()
  })

  const month = (): string => {
    const [first] = plan.days
    return `from=${first?.day ?? ''}&to=${plan.days.at(-1)?.day ?? ''}`
  }

  /** The sums of taken and returned, and how many, of a row of the desk's takings. */
  async function rowOfTakings(query: string, name: string): Promise<readonly number[]> {
    const html = await (await desk.get(`/today?${query}`)).text()
    const row = html.split('<tr>').find((one) => one.includes(`<th scope="row">${name}</th>`))
    const cells = [...(row ?? '').matchAll(/<td[^>]*class="right number">([^<]*)/g)]
    return cells.flatMap(([, text = '']) =>
      text.split('·').map((part) => Number(part.replaceAll(/\D/g, ''))),
    )
  }

  async function read<Answer>(path: string, token: 'operatorToken' | 'checkoutSecret') {
    const response = await fetch(`${house.addresses.checkout}${path}`, {
      headers: { authorization: `Bearer ${house.secrets[token]}` },
    })
    const answer: Answer = JSON.parse(await response.text())
    return answer
  }

  it('shows at the desk what was planned for each day', async () => {
    const days = [...new Set(plan.days.map(({ day }) => day))]
    const shown = await Promise.all(
      days.map((day) => rowOfTakings(month(), `${day.slice(8)}/${day.slice(5, 7)}`)),
    )
    const planned = days.map((day) => {
      const { paidVnd, payments, returnedVnd, refunds } = demoSums(plan, { day })
      return [paidVnd, payments, returnedVnd, refunds]
    })
    expect(shown).toEqual(planned)
  })

  it.each(['EDGE-STORE-1', 'EDGE-STORE-2'])('shows what was planned for %s', async (storeCode) => {
    const ofOrder = (order: DemoOrder) => order.storeCode === storeCode
    const { paidVnd, payments, returnedVnd, refunds } = demoSums(plan, { ofOrder })
    expect(payments).toBeGreaterThan(0)
    const shown = await rowOfTakings(month(), storeCode)
    expect(shown).toEqual([paidVnd, payments, returnedVnd, refunds])
  })

  it('has exactly the differences that were planned', async () => {
    const compared = plan.days.filter(({ filesAtMs }) => filesAtMs !== undefined)
    for (const { day, fileErrors } of compared) {
      const count = (asked: DemoFileError['what']) =>
        fileErrors.filter(({ what }) => what === asked).length
      const { state, run } = await read<{ state: string; run: { totals: object } }>(
        `/reconciliations/${day}`,
        'checkoutSecret',
      )
      expect({ day, state, totals: run.totals }).toMatchObject({
        day,
        state: 'done',
        totals: {
          counts: {
            '01': 0,
            '02': count('lose') + count('late') + count('wrongChecksum'),
            '03': count('changeAmount'),
          },
          exceptions: { bad_checksum: count('wrongChecksum'), duplicate: count('double') },
        },
      })
    }
    const kinds = new Set(compared.flatMap(({ fileErrors }) => fileErrors.map(({ what }) => what)))
    expect([...kinds].toSorted()).toEqual([
      'changeAmount',
      'double',
      'late',
      'lose',
      'wrongChecksum',
    ])
  })

  it('has no open difference for the row that came a day late', async () => {
    const isLate = ({ fileErrors }: DemoDay) => fileErrors.some(({ what }) => what === 'late')
    const index = plan.days.findIndex(isLate)
    const [late, next] = plan.days.slice(index)
    const page = await (await desk.get(`/daily-files/${late?.day}?lang=en`)).text()
    expect(page).toContain('Cleared later')
    expect(page).toContain(`href="/daily-files/${next?.day}"`)
    expect(page).not.toContain('Undecided')
    const undecided = await (await desk.get('/daily-files/undecided?lang=en')).text()
    expect(undecided).not.toContain(`href="/daily-files/${late?.day}/`)
    const { alerts } = await read<{
      alerts: readonly { kind: string; state: string; facts: { day?: string }; closed?: object }[]
    }>('/operator/alerts?limit=50', 'operatorToken')
    const alert = alerts.find(
      ({ kind, facts }) => kind === 'reconciliation_differences' && facts.day === late?.day,
    )
    expect(alert?.state).toBe('closed')
    expect(alert?.closed).not.toHaveProperty('staffId')
  })

  it('leaves alerts about the unknown refund, the dead webhooks and the late file', async () => {
    const { alerts } = await read<{ alerts: readonly { kind: string }[] }>(
      '/operator/alerts?limit=50',
      'operatorToken',
    )
    const kinds = alerts.map(({ kind }) => kind)
    for (const kind of [
      'refund_unsettled',
      'dead_letter',
      'service_file_late',
      'transfer_unknown',
    ]) {
      expect(kinds).toContain(kind)
    }
    const { events } = await read<{ events: readonly { orderId?: string }[] }>(
      '/operator/events?state=dead&limit=50',
      'operatorToken',
    )
    const dead = new Set(events.map(({ orderId }) => orderId))
    const refused = ordersOf(plan).filter(({ isRefusedByShop }) => isRefusedByShop)
    expect(dead).toEqual(new Set(refused.map(({ id }) => id)))
  })

  it('has a refund that waits for the approval of a second person', async () => {
    const approvals = await desk.get('/approvals')
    expect(await approvals.text()).toContain(`${ordersOf(plan).at(-1)?.id}`)
  })

  it('keeps the ledger of the service balanced', async () => {
    const service = createControlClient({ url: house.addresses.sandbox })
    expect(await service.ledger()).toMatchObject({ sums: { VND: 0, POINT: 0 }, wrongAccounts: [] })
  })

  it('begins after all wallets are linked, however late the service confirms the links', async () => {
    const demo = demoHouse(house)
    const [paid] = ordersOf(plan).filter(({ fate }) => fate === 'paid')
    assert(paid !== undefined, 'The plan has no payment.')
    // A wallet that no payment of the plan is made with.
    const walletId = 'U-CHI'
    const confirmLink = async (linkId: string, payer?: string) => {
      setTimeout(() => void demo.service.confirmLink(linkId, payer), 500)
      return (await demo.service.link(linkId)).link
    }
    const late = { ...demo, service: { ...demo.service, confirmLink } }

    await prepareCustomers(late, [{ ...paid, method: 'linked-wallet', walletId }])

    expect(await read(`/links/${linkedCustomerOf(walletId)}`, 'checkoutSecret')).toMatchObject({
      state: 'linked',
    })
  })

  // The last one: its order is in no plan.
  it('ends an hour only when its payments are confirmed, however late the callbacks', async () => {
    const demo = demoHouse(house)
    const [paid] = ordersOf(plan).filter(
      ({ fate, method }) => fate === 'paid' && method === 'transaction-qr',
    )
    assert(paid !== undefined, 'The plan has no payment by QR.')
    await demo.service.setCallbackSwitches({ delaySeconds: 1 })

    const late = { ...paid, id: 'DH-LATE' }
    await carryOutHour(demo, { ...emptyHour, orders: [late] })

    expect(await readOrder(demo, late.id)).toMatchObject({ state: 'paid' })
  })
})
