import type { PlacedDifference } from '@merchant-edge/orders/api'
import type { ConsoleContext } from '../layout/console-hono.ts'
import { DifferenceTable } from './difference-table.tsx'
import { dailyFilesMessages } from './messages.ts'

/**
 * The differences of the daily files that name an order or a transfer; nothing when there are none.
 */
export function DifferencesAbout({
  c,
  differences,
}: {
  readonly c: ConsoleContext
  readonly differences: readonly PlacedDifference[]
}) {
  const messages = dailyFilesMessages[c.var.language]
  if (differences.length === 0) return <></>
  return (
    <section class="card" id="differences">
      <h2>{messages.differencesAbout}</h2>
      <DifferenceTable c={c} differences={differences} hasDay hasOurs={false} />
    </section>
  )
}
