import { expect, it } from 'vitest'
import { workerdBench } from '../../test/workerd-bench.ts'

const nowMs = 1_795_746_745_000

it.each([
  { freezeAt: nowMs },
  { freezeAt: 1e15 },
  { advanceSeconds: nowMs },
  { offsetSeconds: -nowMs },
  { offsetSeconds: 1e300 },
])('%j, which is in milliseconds, is refused', async (change) => {
  const { control } = await workerdBench()
  await control.moveClock({ freezeAt: 1_800_000_000 })

  await expect(control.moveClock(change)).rejects.toThrow('must be seconds, not milliseconds')

  expect((await control.state()).clock).toMatchObject({ now: 1_800_000_000, isFrozen: true })
  await control.moveClock({ run: true })
})
