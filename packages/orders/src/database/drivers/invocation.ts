import type { OrdersContext } from '../../orders-context.ts'
import { Budget } from '../../pacing/budget.ts'
import { d1Driver } from '../driver.ts'
import { groupingDriver } from './grouping-driver.ts'
import { meteredDatabase } from './metered-database.ts'

const statementsPerInvocation = 1_000
/**
 * With fewer statements, the share of a step could be too small for one piece of its work, which
 * would then never be done.
 */
const minStatements = 300
/**
 * Share of the statements reserved for refused batches of several pieces; it is never planned for
 * work.
 */
const partToLose = 0.1

/**
 * The budget of a Worker invocation; new work may start for the given number of milliseconds.
 *
 * @throws TypeError when the context allows an invocation fewer statements than its work takes
 */
export function budgetOfInvocation(context: OrdersContext, ms: number): Budget {
  const statements = context.statementsPerInvocation ?? statementsPerInvocation
  if (!Number.isSafeInteger(statements) || statements < minStatements) {
    throw new TypeError(
      `statementsPerInvocation is ${statements}: an invocation needs ${minStatements} statements or more, so that each kind of ` +
        'work has room for one piece. D1 allows 50 on the free plan, which do not suffice, and 1,000 on the paid plan.',
    )
  }
  const toLose = Math.floor(statements * partToLose)
  return new Budget(context, { statements: statements - toLose, ms, toLose })
}

/** A context whose statements are counted against a budget and whose batches run together. */
export function spending<Context extends OrdersContext>(context: Context, budget: Budget): Context {
  const database = meteredDatabase(context.database, budget)
  const driver = groupingDriver(d1Driver(database), context, budget)
  return { ...context, database, driver, budget }
}
