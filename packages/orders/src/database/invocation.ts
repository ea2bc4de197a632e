import type { OrdersContext } from '../orders-context.ts'
import { Budget } from '../pacing/budget.ts'
import { d1Driver } from './driver.ts'
import { groupingDriver } from './grouping-driver.ts'
import { meteredDatabase } from './metered-database.ts'

const statementsPerInvocation = 1_000
/** Left over for what takes more statements than it says. */
const keptInReserve = 0.05

/** The budget of an invocation of a Worker in which work may begin for so many milliseconds. */
export function budgetOfInvocation(context: OrdersContext, ms: number): Budget {
  const most = context.statementsPerInvocation ?? statementsPerInvocation
  return new Budget(context, { statements: Math.floor(most * (1 - keptInReserve)), ms })
}

/** A context whose statements are counted against a budget and whose batches run together. */
export function spending<Context extends OrdersContext>(context: Context, budget: Budget): Context {
  const database = meteredDatabase(context.database, budget)
  const driver = groupingDriver(d1Driver(database), context)
  return { ...context, database, driver, budget }
}
