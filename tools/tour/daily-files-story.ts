import type { ExchangeDay } from '@merchant-edge/sandbox/control'
import { askCheckout, control, jsonOf, objectIn, type TourHouse } from './tour-house.ts'
import { promoted } from './promotion-story.ts'
import { till } from './till-story.ts'
import { mustHold } from './tour-log.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** Vietnam is seven hours ahead of UTC, the whole year. */
function vietnamDay(atMs: number): string {
  return new Date(atMs + 7 * hourMs).toISOString().slice(0, 10)
}

/** Milliseconds until 01:00 of tomorrow, Vietnam time. */
export function untilTomorrow(nowMs = Date.now()): number {
  return dayMs - ((nowMs + 7 * hourMs) % dayMs) + hourMs
}

const takingVnd = 30_000

/**
 * Before midnight: a customer scans the fixed QR of the store and types the amount, without a
 * callback to the shop.
 */
export async function takeByMerchantQr(tour: TourHouse): Promise<void> {
  await tour.log.step(
    'A customer pays by the fixed QR of the store: no order, no callback',
    async () => {
      const json = { amountVnd: takingVnd }
      await control(tour, { method: 'POST', path: '/merchant-qr-payments', json })
    },
  )
}

/**
 * Before midnight: sets the service to lose a row of this day, to write another twice, and to
 * change amounts.
 *
 * @param changeAmount rows with other amounts, each by its transaction
 */
export async function spoilServiceFile(
  tour: TourHouse,
  changeAmount: readonly { readonly row: string; readonly by: number }[],
): Promise<void> {
  await tour.log.step(
    'The service is set to lose a row of its daily file, to repeat one and to change one',
    async () => {
      const switches = { lose: [1], double: [2], changeAmount }
      const json = { merchantCode: 'EDGE', switches }
      await control(tour, { method: 'PUT', path: '/day-close/switches', json })
    },
  )
}

/** The next morning: the files of both sides are exchanged over SFTP and compared. */
export async function dailyFilesStory(tour: TourHouse): Promise<void> {
  const { house, log } = tour
  const day = vietnamDay(Date.now())
  await log.step(`The day ${day} is over: the service closes it`, async () => {
    const json = { date: day }
    const closed = await control<ExchangeDay>(tour, { method: 'POST', path: '/day-close', json })
    log.wire(`${closed.rows} rows; ${closed.spoiled.map(({ what }) => what).join(', ')}`)
    mustHold(closed.spoiled.length === 3, `${closed.spoiled.length} rows were spoiled`)
  })
  await log.step('The orders Worker writes its own file of the day, from its records', async () => {
    const answered = await askCheckout(tour, `/files/partner/${day}`)
    mustHold(answered.status === 200, `expected 200, got ${answered.status}`)
    mustHold(answered.text.includes(',VND,'), 'there is no row')
    const ofTill = `,EDGE,${till.storeCode},${till.posCode},`
    mustHold(answered.text.includes(ofTill), 'there is no row of the second store')
    const { amountVnd, discountVnd } = promoted
    const withDiscount = `,${amountVnd},VND,0,0,${discountVnd},`
    mustHold(answered.text.includes(withDiscount), 'the promotion of the service is not told')
    const cancelled = /,40000,VND,0,0,0,[^\r\n]*,2,"[^\r\n]*",1,/
    mustHold(cancelled.test(answered.text), 'there is no row of what was cancelled')
  })
  await log.step('Both files are exchanged over SFTP; the host key is pinned', async () => {
    const outcomes = await house.exchangeFiles()
    for (const outcome of outcomes) log.wire(`${outcome.outcome} ${outcome.name}`)
    const moved = outcomes.filter(({ outcome }) => outcome === 'moved').map(({ name }) => name)
    const names = ['EDGE_SERVICE_TRAN', 'SERVICE_EDGE_TRAN', 'SERVICE_EDGE_RESULT_TRAN']
    for (const name of names) {
      const file = `${day.replaceAll('-', '')}_${name}.csv`
      mustHold(moved.includes(file), `${file} was not moved`)
    }
  })
  await log.step(
    'The reconciliation finds the lost row, the repeated one and the changed one',
    async () => {
      await house.sweep()
      const found = jsonOf(await askCheckout(tour, `/reconciliations/${day}`))
      const run = objectIn(found, 'run')
      const totals = objectIn(run, 'totals')
      const counts = objectIn(totals, 'counts')
      log.wire(JSON.stringify(totals))
      mustHold(counts['02'] === 1, `${String(counts['02'])} rows stand alone on our side`)
      // The refund that was settled by verdict: the service has a transaction id for it, the
      // verdict had none.
      mustHold(counts['01'] === 1, `${String(counts['01'])} rows stand alone on the other side`)
      mustHold(counts['03'] === 1, `${String(counts['03'])} rows have other columns`)
      const foreign = JSON.stringify(totals['foreign'])
      mustHold(foreign.includes('"merchant-qr"'), 'the taking of the fixed QR is not told apart')
      mustHold(foreign.includes('"refund-elsewhere"'), 'the refund of the site is not told apart')
      mustHold(foreign.includes(`"amount":"${takingVnd}"`), `foreign are ${foreign}`)
      mustHold(objectIn(totals, 'exceptions')['duplicate'] === 1, 'the doubled row was not seen')
      mustHold(run['bridgeCloses'] === true, 'the differences do not explain the sums')
    },
  )
}
