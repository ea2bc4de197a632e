import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { beforeStatement } from '../../test/before-statement.ts'
import { restorePoint } from '../../test/restore-point.ts'
import { World } from '../../test/world.ts'
import { sweep } from '../index.ts'
import { verifyJournal } from '../upkeep/index.ts'
import { sealJournal } from './seal-journal.ts'

/** A database in which something happens between the reading of rows and the writing of their seals. */
function beforeSeals(work: () => Promise<unknown>): D1Database {
  return beforeStatement(env.DB, { form: /INSERT INTO "?journal_seals/, method: 'run', work })
}

it.each([
  ['before the rows that it has read', 0],
  ['before rows of the same number that came after', 1],
])(
  'sealing that is held up while the database is restored to %s accuses no row',
  async (_what, later) => {
    const world = new World()
    await world.openAndPay({ id: 'order-1' })
    await sweep(world.context)
    const restore = await restorePoint()
    await world.openAndStart({ id: 'order-2' })

    const database = beforeSeals(async () => {
      await restore()
      world.advance({ hours: 1 })
      for (let order = 0; order < 3 * later; order += 1) {
        await world.openAndStart({ id: `later-${order}` })
      }
    })
    await sealJournal({ ...world.context, database }, 1)
    await world.openAndStart({ id: 'order-3' })
    await world.live(5)

    expect(await verifyJournal(world.context)).toMatchObject({ unsealed: 0 })
    expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
  },
)

it('sealing that is held up while the database loses seals of earlier rows leaves no gap', async () => {
  const world = new World()
  await world.openAndPay({ id: 'order-1' })
  await world.openAndStart({ id: 'order-2' })
  const restore = await restorePoint()
  await sealJournal(world.context, 1)
  await world.openAndStart({ id: 'order-3' })

  const database = beforeSeals(restore)
  await sealJournal({ ...world.context, database }, 1)
  await world.live(5)

  expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
})
