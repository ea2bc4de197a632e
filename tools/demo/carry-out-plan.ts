import type { House } from '../house/start-house.ts'
import { carryOutFiles } from './carry-out-files.ts'
import { carryOutHour } from './carry-out-hour.ts'
import { demoHouse, type DemoHouse } from './demo-calls.ts'
import type { DemoPlan } from './demo-plan.ts'
import { prepareCustomers } from './prepare-customers.ts'

interface Step {
  readonly atMs: number
  /** The day that is reported when the step is done. */
  readonly day: string
  carryOut(demo: DemoHouse): Promise<void>
}

/**
 * The steps in order of time; the files of a day may come after the first orders of the next day.
 */
function stepsOf({ days }: DemoPlan): readonly Step[] {
  const steps: Step[] = []
  for (const planned of days) {
    const { day, hours, filesAtMs } = planned
    for (const hour of hours) {
      steps.push({ atMs: hour.atMs, day, carryOut: (demo) => carryOutHour(demo, hour) })
    }
    if (filesAtMs !== undefined) {
      const carryOut = (demo: DemoHouse) => carryOutFiles(demo, planned, filesAtMs)
      steps.push({ atMs: filesAtMs, day, carryOut })
    }
  }
  return steps.toSorted((a, b) => a.atMs - b.atMs)
}

/**
 * Carries out a plan in a house, hour by hour, with the calls of the shop, its customers, its
 * operators and the service. Afterwards the clocks of the house show the end of the plan.
 *
 * @param house started with `laterMs` and `sweepsAlone`, so that every hour is over before the next
 *   one begins
 * @param onDay called with the day of each completed step, several times for the same day
 */
export async function carryOutPlan(
  house: House,
  { plan, onDay }: { readonly plan: DemoPlan; readonly onDay?: (day: string) => void },
): Promise<void> {
  const demo = demoHouse(house)
  const steps = stepsOf(plan)
  const [first] = steps
  if (first === undefined) return
  async function moveTo(atMs: number): Promise<void> {
    await house.moveClock(atMs - Date.now())
  }
  await moveTo(first.atMs - 60_000)
  const orders = plan.days.flatMap(({ hours }) => hours.flatMap((hour) => hour.orders))
  await prepareCustomers(demo, orders)
  for (const step of steps) {
    await moveTo(step.atMs)
    await step.carryOut(demo)
    onDay?.(step.day)
  }
}
