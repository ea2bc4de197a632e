import type { HousePorts } from '../house/ports.ts'
import { startHouse } from '../house/start-house.ts'
import { carryOutPlan } from './carry-out-plan.ts'
import { markFinished, markUnfinished, type DemoMark } from './demo-mark.ts'
import type { DemoDay, DemoPlan } from './demo-plan.ts'
import { planMonth } from './plan-month.ts'
import { startShopReceiver } from './shop-receiver.ts'

/** Orders of an ordinary working day: about 530 in 30 days. */
const ordersPerDay = 16

/** Which demonstration is made, and where. */
export interface DemoOptions {
  readonly ports: HousePorts
  /** A folder without orders. */
  readonly stateDirectory: string
  /** The same seed makes the same demonstration. */
  readonly seed: number
  /** Days until now, today included: 3 to 31. */
  readonly days: number
  /** Told what is under way, a line each. */
  readonly say: (line: string) => void
}

function ordersOf(days: readonly DemoDay[]): DemoDay['hours'][number]['orders'] {
  return days.flatMap(({ hours }) => hours.flatMap(({ orders }) => orders))
}

/** Says of each day when it is begun, and how many orders it has. */
function tellDays({ days }: DemoPlan, say: (line: string) => void): (day: string) => void {
  const told = new Set<string>()
  const names = [...new Set(days.map(({ day }) => day))]
  return (day) => {
    if (told.has(day)) return
    told.add(day)
    const { length } = ordersOf(days.filter((one) => one.day === day))
    say(`  ${day}  day ${told.size} of ${names.length}, ${length} orders`)
  }
}

/**
 * Makes a month of a merchant in a state folder: a house is started whose clocks are in the past, and everything happens there by
 * the calls of the shop, its customers, its operators and the service, until its clocks have come to now.
 *
 * @throws Error when a call is answered otherwise than planned; the folder is marked as unfinished then
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
