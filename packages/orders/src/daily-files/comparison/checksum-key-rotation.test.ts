import { checksumProfiles } from '@merchant-edge/reconcile'
import { formatRow, readRows } from '@merchant-edge/reconcile/files'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { checksumKey, DailyWorld, rowOf, serviceRow } from '../../../test/daily-world.ts'
import { findTransfer, transferMoney } from '../../index.ts'
import { findReconciliation, processDailyFiles, type DailyFilesContext } from '../index.ts'
import { dayPlus } from '../vietnam-day.ts'

const newKey = 'checksum key that comes after'

/** The columns of a row except the checksum. */
async function valuesOf(text: string): Promise<readonly string[]> {
  for await (const { values } of readRows(new Blob([text]).stream(), 17)) return values.slice(0, -1)
  throw new Error('There is no row.')
}

async function paidDay(): Promise<DailyWorld> {
  const world = new DailyWorld()
  for (const id of ['order-1', 'order-2']) await world.openAndPay({ id })
  // Our file of the day is written under the key so far.
  world.toNextDay()
  await world.work()
  return world
}

/** The context once the key was changed, with the key before or without it. */
function rotated(world: DailyWorld, previous?: string): DailyFilesContext {
  const { files, ...context } = world.files
  const checksumKeyPrevious = previous === undefined ? {} : { checksumKeyPrevious: previous }
  return { ...context, files: { ...files, checksumKey: newKey, ...checksumKeyPrevious } }
}

async function putServiceFile(world: DailyWorld, keys: readonly string[]): Promise<void> {
  const rows = await Promise.all(
    ['order-1', 'order-2'].map(async (id, index) =>
      serviceRow(await world.rowOfPayment(id), keys[index]),
    ),
  )
  await env.FILES.put(world.name('service'), rows.join(''))
}

describe('a changed checksum key', () => {
  // Specification: 2.18.16
  it.each([
    ['the key so far', [checksumKey, checksumKey]],
    ['the new one', [newKey, newKey]],
    ['both', [checksumKey, newKey]],
  ])(
    'causes no difference on the day of the change, with a service file under %s',
    async (_which, keys) => {
      const world = await paidDay()
      await putServiceFile(world, keys)
      world.advance({ hours: 1 })

      const report = await processDailyFiles(rotated(world, checksumKey))
      const found = await findReconciliation(rotated(world, checksumKey), world.day)

      expect(report).toMatchObject({ reconciled: 1, stopped: 0 })
      expect(found?.run).toMatchObject({
        totals: { counts: { '00': 2, '01': 0, '02': 0, '03': 0 }, exceptions: { bad_checksum: 0 } },
      })
      expect(await world.alertKinds()).toEqual([])
    },
  )

  it('lets rows under the previous key settle unknown outcomes', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    world.service.fault = (call) => (call === 'transfer' ? 'lost answer' : 'none')
    const transfer = { id: 'prize-1', amountVnd: 50_000, receiverPhone: '0900000123' }
    await transferMoney(world.context, transfer)
    const known = await findTransfer(world.context, transfer.id)
    world.toNextDay()
    await world.work()
    await world.putServiceFile([
      {
        invoice: known?.reference ?? '',
        wallet: 'TR000001',
        amount: 50_000,
        date: world.date(),
      },
    ])
    world.advance({ hours: 1 })

    await processDailyFiles(rotated(world, checksumKey))

    expect(await findTransfer(world.context, transfer.id)).toMatchObject({ state: 'succeeded' })
  })

  it('does not make the result file of the service invalid', async () => {
    const world = await paidDay()
    await putServiceFile(world, [checksumKey, checksumKey])
    const common = ['INV', 'W1', '1', 'VND', '0', '0', '0', '', '', '', world.date(), '', '0', '']
    const row = await rowOf(['PARTNER-1', ...common, '1', 'S1', '0', '1', '00'], checksumKey)
    await env.FILES.put(world.name('result'), row)
    world.advance({ hours: 1 })

    await processDailyFiles(rotated(world, checksumKey))

    const found = await findReconciliation(rotated(world, checksumKey), world.day)
    expect(found?.serviceResult).toMatchObject({ badRows: 0, counts: { '00': 1 } })
  })

  it('does not repeat the comparison of a day when the previous key is removed', async () => {
    const world = await paidDay()
    await putServiceFile(world, [checksumKey, checksumKey])
    world.advance({ hours: 1 })
    await processDailyFiles(rotated(world, checksumKey))
    world.advance({ hours: 1 })

    const report = await processDailyFiles(rotated(world))

    expect(report).toMatchObject({ reconciled: 0, stopped: 0 })
    expect(await world.alertKinds()).toEqual([])
  })

  it('keeps carried rows when the previous key is removed', async () => {
    const world = await paidDay()
    // The service tells of order-2 a day late.
    const late = await world.rowOfPayment('order-2')
    await env.FILES.put(
      world.name('service'),
      await serviceRow(await world.rowOfPayment('order-1')),
    )
    await processDailyFiles(world.files)
    const days = [1, 2].map((days) => dayPlus(world.day, days))
    const contexts = [rotated(world, checksumKey), rotated(world)]
    for (const [index, day] of days.entries()) {
      world.toNextDay()
      await processDailyFiles(contexts[index] ?? world.files)
      const rows = index === 0 ? '' : await serviceRow(late, newKey)
      await env.FILES.put(world.name('service', day), rows)
      world.advance({ hours: 1 })
      await processDailyFiles({ ...(contexts[index] ?? world.files), now: () => world.now() })
    }

    const found = await findReconciliation(rotated(world), days[1] ?? '')

    expect(found?.run?.totals).toMatchObject({
      counts: { '00': 1, '01': 0, '02': 0 },
      exceptions: { bad_checksum: 0 },
      carried: { closed: 1, open: 0 },
    })
  })
})

describe('a changed checksum profile', () => {
  const { pipe } = checksumProfiles

  it.each([
    ['alone', {}],
    ['with the key', { checksumKey: newKey, checksumKeyPrevious: checksumKey }],
  ])('keeps carried rows, %s', async (_how, keys) => {
    const world = await paidDay()
    const late = await world.rowOfPayment('order-2')
    const early = await serviceRow(await world.rowOfPayment('order-1'))
    await env.FILES.put(world.name('service'), early)
    await processDailyFiles(world.files)
    const context = (): DailyFilesContext => {
      const { files, ...others } = world.files
      return { ...others, files: { ...files, profile: pipe, ...keys } }
    }
    const days = [1, 2].map((days) => dayPlus(world.day, days))
    for (const [index, day] of days.entries()) {
      world.toNextDay()
      await processDailyFiles(context())
      const values = await valuesOf(await serviceRow(late))
      const { checksumKey: key } = context().files
      const row = index === 0 ? '' : formatRow(values, { profile: pipe, key })
      await env.FILES.put(world.name('service', day), row)
      world.advance({ hours: 1 })
      await processDailyFiles(context())
    }

    const found = await Promise.all(days.map((day) => findReconciliation(context(), day)))

    expect(found.map((one) => one?.run?.totals)).toMatchObject([
      { exceptions: { bad_checksum: 0 }, carried: { closed: 0, open: 1 } },
      { counts: { '00': 1, '01': 0 }, exceptions: { bad_checksum: 0 }, carried: { closed: 1 } },
    ])
  })

  it('keeps a carried row that begins with U+FEFF', async () => {
    const world = await paidDay()
    const rows = await Promise.all(
      ['order-1', 'order-2'].map(async (id) => serviceRow(await world.rowOfPayment(id))),
    )
    const { wallet } = await world.rowOfPayment('order-1')
    const foreign = { ...(await world.rowOfPayment('order-1')), wallet: `${wallet.slice(0, -1)}X` }
    const odd = await serviceRow({ ...foreign, invoice: '\u{feff}odd' })
    await env.FILES.put(world.name('service'), `\u{feff}${odd}${rows.join('')}`)
    await processDailyFiles(world.files)
    const { files, ...others } = world.files
    const context = { ...others, files: { ...files, profile: pipe } }
    const day = dayPlus(world.day, 1)
    world.toNextDay()
    await processDailyFiles(context)
    await env.FILES.put(world.name('service', day), '')
    world.advance({ hours: 1 })
    await processDailyFiles(context)

    expect((await findReconciliation(context, day))?.run?.totals).toMatchObject({
      exceptions: { bad_checksum: 0 },
      carried: { closed: 0, open: 1 },
    })
  })
})
