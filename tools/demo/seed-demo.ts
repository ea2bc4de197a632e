import type { HousePorts } from '../house/places/ports.ts'
import { startHouse } from '../house/start-house.ts'
import { carryOutPlan } from './carry-out-plan.ts'
import { markFinished, markUnfinished, type DemoMark } from './demo-mark.ts'
import type { DemoDay, DemoPlan } from './demo-plan.ts'
import { planMonth } from './plan-month.ts'
import { startShopReceiver } from './shop-receiver.ts'

/** Orders of an ordinary working day: about 530 in 30 days. */
const ordersPerDay = 16

/** Scope and place of a demonstration. */
export interface DemoOptions {
  readonly ports: HousePorts
  /** A folder without orders. */
  readonly stateDirectory: string
  /** Equal seeds give equal demonstrations. */
  readonly seed: number
  /** Days until now, today included: 3 to 31. */
  readonly days: number
  /** Receives progress messages, one line each. */
  readonly say: (line: string) => void
}

function ordersOf(days: readonly DemoDay[]): DemoDay['hours'][number]['orders'] {
  return days.flatMap(({ hours }) => hours.flatMap(({ orders }) => orders))
}

/**
 * Reports the start of each day on which something happens: shortly after midnight, today is not
 * among them yet.
 */
function tellDays({ days }: DemoPlan, say: (line: string) => void): (day: string) => void {
  const told = new Set<string>()
  const busy = days.filter(({ hours, filesAtMs }) => hours.length > 0 || filesAtMs !== undefined)
  const names = new Set(busy.map(({ day }) => day))
  return (day) => {
    if (told.has(day)) return
    told.add(day)
    const { length } = ordersOf(days.filter((one) => one.day === day))
    say(`  ${day}  day ${told.size} of ${names.size}, ${length} orders`)
  }
}

/**
 * Makes a month of data in a state folder: it starts a house whose clocks are in the past, and
 * sends the calls of the shop, its customers, its operators and the service until the clocks have
 * reached the present.
 *
 * @throws Error when an answer is not the planned one; the folder stays marked as incomplete
 */
export async function seedDemo(options: DemoOptions): Promise<DemoMark> {
  const { ports, stateDirectory, seed, days, say } = options
  const nowMs = Date.now()
  const plan = planMonth({ seed, days, ordersPerDay, nowMs })
  const orders = ordersOf(plan.days)
  const refused = orders.filter(({ isRefusedByShop }) => isRefusedByShop).map(({ id }) => id)
  await markUnfinished(stateDirectory)
  const receiver = await startShopReceiver(new Set(refused))
  try {
    const house = await startHouse({
      ports,
      stateDirectory,
      laterMs: 0,
      sweepsAlone: true,
      isSilent: true,
      ordersVariables: { WEBHOOK_URL: receiver.url },
    })
    try {
      await carryOutPlan(house, { plan, onDay: tellDays(plan, say) })
    } finally {
      await house.stop()
    }
  } finally {
    await receiver.stop()
  }
  const made: DemoMark = {
    seed,
    from: plan.days[0]?.day ?? '',
    to: plan.days.at(-1)?.day ?? '',
    orders: orders.length,
  }
  await markFinished(stateDirectory, made)
  return made
}
