import { setTimeout } from 'node:timers/promises'
import { createControlClient } from '@merchant-edge/sandbox/control'
import { createRandom, type Random } from '../fuzz/random.ts'
import { fetchAlone } from '../house/network/fetch-alone.ts'
import { consecutiveFreePorts } from '../house/places/ports.ts'
import { startMerchantBackend, type MerchantBackend } from '../tour/merchant-backend.ts'
import { compareBooks, type Findings } from './compare-books.ts'
import { keepBuying } from './customers.ts'
import { keepDeciding } from './hasty-operators.ts'
import { KillableHouse } from './killable-house.ts'
import { isKnown, type LoyaltyCall } from './loyalty-call.ts'
import { callAgain } from './loyalty.ts'
import { decide } from './operators.ts'
import { keepSpoiling } from './service-faults.ts'
import { ShopCalls } from './shop-calls.ts'
import { customerOf, wallets, type Stage } from './stage.ts'
import { readBooks, readTrail } from './stored-books.ts'

/** What a soak does. */
export interface SoakOptions {
  /** Empty folder for the databases of the house. */
  readonly state: string
  /** Time of the traffic, in seconds. */
  readonly seconds: number
  readonly seed: number
  /** Customers who buy at the same time. */
  readonly customers: number
  /** Mean time between two kills, in seconds. */
  readonly killEvery: number
  /** Reports progress, one line each. */
  readonly say: (line: string) => void
}

/** What a soak has done, and what it has found. */
export interface SoakResult extends Findings {
  /** Purchases and transfers that were begun. */
  readonly begun: number
  readonly faults: number
  readonly kills: number
  /** Verdicts that were taken while everything failed. */
  readonly hastyVerdicts: number
  /** Number of orders, refunds, transfers and loyalty calls by their state at the end. */
  readonly states: Readonly<Record<string, number>>
  /** Alerts that are still open at the end, by kind. */
  readonly openAlerts: Readonly<Record<string, number>>
  /** The journal of the orders and transfers that the findings name; of ten at most. */
  readonly trails: readonly string[]
}

interface Soak {
  readonly options: SoakOptions
  readonly house: KillableHouse
  readonly backend: MerchantBackend
  readonly shop: ShopCalls
  readonly loyalty: LoyaltyCall[]
  readonly stageOf: (name: string) => Stage
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const firstDayMs = [2 * minuteMs, 10 * minuteMs, 40 * minuteMs, 3 * hourMs]
/** Days until the files have named every refund, or have not. */
const days = 6
const looksPerMoment = 3
const pauseMs = 400
const maxTrails = 10

async function prepareService({ service, shop }: Stage): Promise<void> {
  const { rules } = await service.state()
  // Calls hang longer than the client waits; operators return payments days later.
  await service.setRules({ ...rules, hangSeconds: 12, refundDays: 30 })
  await service.addGiftCodes({ cardType: '50', quantity: 1_000 })
  await service.setMerchantPoints('EDGE', 1_000_000)
  await service.changeMerchantAccount('EDGE-ACCOUNT-1', { vnd: 1_000_000_000 })
  for (const walletId of wallets) {
    await service.changeWallet(walletId, { vnd: 1_000_000_000, points: 100_000 })
    const customerId = customerOf(walletId)
    await shop.call('/links', { json: { customerId } })
    const links = await service.links()
    const link = links.find(({ partnerUserId }) => partnerUserId === customerId)
    if (link === undefined) throw new Error(`The service knows no link of ${customerId}.`)
    await service.confirmLink(link.linkId, walletId)
  }
}

/** Lets the shop refuse webhooks for a while, again and again. */
async function keepRefusing(backend: MerchantBackend, random: Random, endsAtMs: number) {
  while (Date.now() < endsAtMs) {
    await setTimeout(2_000 + random.below(6_000))
    backend.refuse(random.pick([500, 503, 429]))
    await setTimeout(500 + random.below(3_000))
    backend.refuse()
  }
}

/** Kills the house at random moments and starts it again. @returns how often */
async function keepKilling(
  { house, options }: Soak,
  random: Random,
  endsAtMs: number,
): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    const waitMs = options.killEvery * (500 + random.below(1_000))
    if (Date.now() + waitMs > endsAtMs) return kills
    await setTimeout(waitMs)
    const killedAtMs = Date.now()
    await house.kill()
    await house.start()
    options.say(`killed; it runs again after ${Date.now() - killedAtMs} ms`)
  }
}

type StormFigures = Pick<SoakResult, 'begun' | 'faults' | 'kills' | 'hastyVerdicts'>

/**
 * Customers buy and an operator decides, while the service fails, the shop refuses webhooks, and the
 * house is killed.
 */
async function storm(soak: Soak): Promise<StormFigures> {
  const { options, backend, stageOf } = soak
  const endsAtMs = Date.now() + options.seconds * 1_000
  const [, faults, kills, hastyVerdicts, ...counts] = await Promise.all([
    keepRefusing(backend, stageOf('webhooks').random, endsAtMs),
    keepSpoiling(stageOf('faults'), endsAtMs),
    keepKilling(soak, stageOf('kills').random, endsAtMs),
    keepDeciding(stageOf('hasty operators'), endsAtMs),
    ...Array.from({ length: options.customers }, (_, index) =>
      keepBuying(stageOf(`C${index}`), { name: `C${index}`, endsAtMs }),
    ),
  ])
  const begun = counts.reduce((sum, count) => sum + count, 0)
  return { begun, faults, kills, hastyVerdicts }
}

/** Exchanges the files once. @returns whether that worked; if not, the next run repeats it */
async function exchangeFiles({ house, options }: Soak): Promise<boolean> {
  try {
    await house.ask({ work: 'exchangeFiles' })
    return true
  } catch (error) {
    options.say(`files were not exchanged: ${String(error)}`)
    return false
  }
}

/** Moves all clocks, and lets cron triggers and the exchange of files do their work. */
async function liveUntil(soak: Soak, laterMs: number): Promise<void> {
  const { house, backend } = soak
  backend.moveClock(laterMs)
  await house.ask({ work: 'moveClock', laterMs })
  let exchanges = 0
  for (let looks = 0; looks < looksPerMoment; looks += 1) {
    await house.ask({ work: 'sweep' })
    if (laterMs > 20 * hourMs && (await exchangeFiles(soak))) exchanges += 1
    await setTimeout(pauseMs)
  }
  if (laterMs > 20 * hourMs && exchanges === 0) throw new Error('No file was exchanged.')
}

/** Waits until the shop has received every event; a minute at most. */
async function deliverEvents({ house, options }: Soak): Promise<void> {
  for (let looks = 0; looks < 120; looks += 1) {
    const { merchant } = await readBooks(options.state)
    if (merchant.events.every(({ state }) => state !== 'open')) return
    await house.ask({ work: 'sweep' })
    await setTimeout(500)
  }
}

/**
 * Nothing fails any more, and days go by. Operators decide some outcomes at once, by what the
 * service did, and those that files have not settled in the end.
 *
 * @returns the verdicts of the last visit that were refused, one line each
 */
async function calm(soak: Soak): Promise<readonly string[]> {
  const { options, shop, loyalty, stageOf } = soak
  const { service, random } = stageOf('operators')
  await service.clearFaults()
  for (const made of loyalty.filter(({ status }) => !isKnown(status))) {
    await callAgain(stageOf('loyalty'), made)
  }
  for (const laterMs of firstDayMs) await liveUntil(soak, laterMs)
  let refused: readonly string[] = []
  for (let day = 0; day <= days; day += 1) {
    const isLast = day > days - 3
    const truth = await readBooks(options.state)
    refused = await decide(shop, truth, () => isLast || random.below(2) === 0)
    await liveUntil(soak, 2 * hourMs + (day + 1) * 24 * hourMs)
    options.say(`day ${day + 1} is over`)
  }
  await deliverEvents(soak)
  return refused
}

function countBy<One>(items: readonly One[], keyOf: (one: One) => string): Record<string, number> {
  const groups = [...Map.groupBy(items, keyOf)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(groups.map(([key, { length }]) => [key, length]))
}

async function trailsOf(state: string, findings: readonly string[]): Promise<readonly string[]> {
  const named = findings.flatMap((line) => line.match(/SOAK-C\d+-\d+/g) ?? [])
  const trails: string[] = []
  for (const id of [...new Set(named)].slice(0, maxTrails)) {
    trails.push(`${id}:`, ...(await readTrail(state, id)).map((line) => `  ${line}`))
  }
  return trails
}

async function brokenJournal(shop: ShopCalls): Promise<readonly string[]> {
  const answer = await shop.call('/operator/journal/verification', { as: 'operator' })
  return answer?.status === 200 && !JSON.stringify(answer.json).includes('broken')
    ? []
    : [`the journal does not verify: ${JSON.stringify(answer?.json)}`]
}

/**
 * Runs every Worker and the sandbox under faults and kills, then compares the merchant's books with
 * what the sandbox's ledger says.
 */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  let secret = ''
  const backend = await startMerchantBackend(() => secret)
  const portBase = await consecutiveFreePorts()
  const house = new KillableHouse({ state: options.state, portBase, webhookUrl: backend.url })
  try {
    await house.start()
    const secrets = await house.secrets()
    secret = secrets.webhookSecret
    const shop = new ShopCalls(house, secrets)
    const service = createControlClient({ url: house.addresses.sandbox, fetch: fetchAlone })
    const loyalty: LoyaltyCall[] = []
    const stageOf = (name: string): Stage => ({
      shop,
      service,
      loyalty,
      random: createRandom(options.seed, name),
      running: () => house.running,
    })
    const soak: Soak = { options, house, backend, shop, loyalty, stageOf }
    await prepareService(stageOf('prepare'))
    const figures = await storm(soak)
    const { begun, faults, kills, hastyVerdicts } = figures
    options.say(`${begun} begun, ${faults} faults, ${kills} kills, ${hastyVerdicts} hasty verdicts`)
    const refused = await calm(soak)
    const broken = await brokenJournal(shop)
    await house.kill()
    const books = await readBooks(options.state)
    const found = compareBooks({ ...books, events: backend.events, loyalty })
    const untrue = [...found.untrue, ...broken]
    const open = [...found.open, ...refused]
    const { orders, refunds, transfers, alerts } = books.merchant
    return {
      ...figures,
      states: {
        ...countBy(orders, ({ state }) => `order ${state}`),
        ...countBy(refunds, ({ state }) => `refund ${state}`),
        ...countBy(transfers, ({ state }) => `transfer ${state}`),
        ...countBy(loyalty, ({ call, status }) => `${call} ${status ?? 'without an answer'}`),
      },
      openAlerts: countBy(
        alerts.filter(({ state }) => state !== 'closed'),
        ({ kind }) => kind,
      ),
      trails: await trailsOf(options.state, [...untrue, ...open]),
      untrue,
      open,
    }
  } finally {
    await house.kill()
    await backend.stop()
  }
}
