import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { carryOutPlan } from '../demo/carry-out-plan.ts'
import type { DemoPlan } from '../demo/demo-plan.ts'
import { planMonth } from '../demo/plan-month.ts'
import { startShopReceiver } from '../demo/shop-receiver.ts'
import { freePorts } from '../house/places/ports.ts'
import { startHouse, type House } from '../house/start-house.ts'
import { askHouse, signInAtDesk } from './seed-desk.ts'

const maxBytes = 150_000

/** A fixed date, so that the pictures always show the same month. */
const pictured = {
  seed: 1,
  days: 30,
  ordersPerDay: 16,
  nowMs: Date.parse('2026-11-20T15:00:00+07:00'),
} as const

/** A page whose picture is used in a document. */
interface DocumentPage {
  readonly name: string
  readonly url: string
  /** Selector of an element that exists when the page is ready. */
  readonly ready: string
}

/** An order that a customer is about to pay by QR. */
async function qrPage({ addresses, secrets }: House): Promise<string> {
  const json = {
    id: 'EB-1040',
    amountVnd: 209_000,
    description: 'The Morning River, Salt Wind',
  }
  const bearer = secrets.checkoutSecret
  const { qrPaymentUrl } = await askHouse<{ readonly qrPaymentUrl: string }>(
    `${addresses.checkout}/orders`,
    { bearer, json },
  )
  return qrPaymentUrl
}

/**
 * The QR of a payment, and at the desk the takings of a month, a day with differences, and a refund
 * that waits for approval.
 */
async function documentPages(house: House, { days }: DemoPlan): Promise<readonly DocumentPage[]> {
  const desk = house.addresses.console
  const [first] = days
  const last = days.at(-1)
  const differing = days.findLast(({ fileErrors }) =>
    fileErrors.some(({ what }) => what === 'changeAmount'),
  )
  const [waiting] = last?.hours.flatMap(({ refunds }) => refunds) ?? []
  if (first === undefined || last === undefined || differing === undefined || !waiting) {
    throw new Error('The demonstration data lacks a record for the pictures. Choose another seed.')
  }
  const range = `from=${first.day}&to=${last.day}`
  const onDesk = { ready: 'h1' }
  return [
    { name: 'payment', url: await qrPage(house), ready: '.qr' },
    { ...onDesk, name: 'desk', url: `${desk}/today?${range}` },
    { ...onDesk, name: 'daily-files', url: `${desk}/daily-files/${differing.day}` },
    { ...onDesk, name: 'approval', url: `${desk}/approvals/${waiting.id}` },
  ]
}

async function writePictures(
  context: BrowserContext,
  { name, url, ready }: DocumentPage,
  folder: string,
): Promise<readonly string[]> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 1120, height: 700 })
  const files: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(url)
    await page.waitForSelector(ready)
    const file = join(folder, `${name}-${colorScheme}.png`)
    await page.screenshot({ path: file })
    const { size } = await stat(file)
    if (size > maxBytes) throw new Error(`${file} has ${size} bytes, more than ${maxBytes}.`)
    files.push(file)
  }
  await page.close()
  return files
}

/**
 * Takes the pictures of the documents at desktop size, light and dark, in a house with the data of
 * `npm start -- --demo`.
 *
 * @returns the files
 * @throws Error when one is larger than 150 kB
 */
export async function writeDocumentPictures(
  browser: Browser,
  folder: string,
): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true })
  const plan = planMonth(pictured)
  const orders = plan.days.flatMap(({ hours }) => hours.flatMap((hour) => hour.orders))
  const refused = orders.filter(({ isRefusedByShop }) => isRefusedByShop).map(({ id }) => id)
  const receiver = await startShopReceiver(new Set(refused))
  const house = await startHouse({
    ports: await freePorts(),
    laterMs: 0,
    sweepsAlone: true,
    isSilent: true,
    ordersVariables: { WEBHOOK_URL: receiver.url },
  })
  try {
    await carryOutPlan(house, { plan })
    await house.moveClock(pictured.nowMs - Date.now())
    const context = await browser.newContext({ locale: 'en-GB' })
    context.setDefaultTimeout(180_000)
    await signInAtDesk(context, house)
    const files: string[] = []
    for (const shown of await documentPages(house, plan)) {
      files.push(...(await writePictures(context, shown, folder)))
    }
    return files
  } finally {
    await house.stop()
    await receiver.stop()
  }
}
