import { checksumProfiles } from '@merchant-edge/reconcile'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { checksumKey, DailyWorld, rowOf, serviceRow } from '../../../test/daily-world.ts'
import {
  findReconciliation,
  processDailyFiles,
  type DailyFilesSettings,
  type RangeInvocations,
} from '../index.ts'
import { freshStorage } from '../../../../../vitest.storage.ts'
import { checkRangeOfRun, collectRangeOfRun } from './read-range.ts'

const rows = 300
/** Each file has more than ten ranges, most of which begin within a row. */
const rangeBytes = 3000

const readerSettings: DailyFilesSettings = {
  bucket: env.FILES,
  partnerId: 'PARTNER-1',
  partnerToken: 'BOOKS',
  checksumKey,
  profile: checksumProfiles.record,
}

/** What an invocation answers with arrives as plain data, and what it throws as an error of no class. */
function overRpc<Result>(answer: Promise<Result>): Promise<Result> {
  return answer.then(
    (result) => structuredClone(result),
    (error: unknown) => Promise.reject(new Error(String(error))),
  )
}

const invocations: RangeInvocations = {
  checkRange(...given) {
    const [run, order] = structuredClone(given)
    return overRpc(checkRangeOfRun(readerSettings, run, order))
  },
  collectRange(...given) {
    const [run, order, suspects] = structuredClone(given)
    return overRpc(collectRangeOfRun(readerSettings, run, { order, suspects }))
  },
}

/** A day whose partner file was written already, and which differs from the service's in a few rows. */
async function bigDay(invoked?: RangeInvocations): Promise<DailyWorld> {
  const world = new DailyWorld(
    invoked && { ranges: { invocations: invoked, minBytes: 0, rangeBytes } },
  )
  const place = ['MERCHANT-1', 'STORE-1', 'POS-1', world.date(), '12:00:00']
  const partner: string[] = []
  const service: string[] = []
  for (let index = 0; index < rows; index += 1) {
    const [invoice, wallet, amount] = [`I${index}`, `T${index}`, 1000 + index]
    // A line break within quotes looks like the end of a row.
    const description = index % 7 === 0 ? `two\r\nlines, "${index}"` : `order ${index}`
    const amounts = [String(amount), 'VND', '0', '0', '0']
    const values = ['PARTNER-1', invoice, wallet, ...amounts, ...place, '0', description, '1']
    partner.push(await rowOf(values))
    const row = { invoice, wallet, amount, date: world.date(), description }
    if (index === 40) service.push(await serviceRow({ ...row, amount: amount + 1 }))
    else if (index === 200) service.push((await serviceRow(row)).replace('VND', 'VNX'))
    else if (index !== 120) service.push(await serviceRow(row))
  }
  await env.FILES.put(world.name('service'), service.toReversed().join(''))
  const kept = `reconciliations/${world.day}/${world.name('partner').replace('outgoing/', '')}`
  await env.FILES.put(kept, partner.join(''))
  world.toNextDay()
  return world
}

/** What a run has written, by name. */
async function outputsOf(world: DailyWorld): Promise<Readonly<Record<string, string>>> {
  const view = await findReconciliation(world.files, world.day)
  const outputs = Object.entries(view?.run?.outputs ?? {})
  const texts = outputs.map(async ([name, { key }]) => [name, await world.text(key)] as const)
  return Object.fromEntries(await Promise.all(texts))
}

describe('large files whose ranges other invocations read', () => {
  it('have the same result as with a single invocation', async () => {
    const alone = await bigDay()
    await alone.work()
    const expected = await outputsOf(alone)
    // The same content would be the same run.
    await freshStorage({ database: env.DB, migrations: env.MIGRATIONS, bucket: env.FILES })
    let asked = 0
    const world = await bigDay({
      ...invocations,
      checkRange(...given) {
        asked += 1
        return invocations.checkRange(...given)
      },
    })

    await world.work()

    expect(await findReconciliation(world.files, world.day)).toMatchObject({
      run: {
        totals: {
          counts: { '00': rows - 3, '01': 0, '02': 2, '03': 1 },
          exceptions: { bad_checksum: 1, malformed: 0, duplicate: 0 },
        },
        bridgeCloses: true,
      },
    })
    const outputs = await outputsOf(world)
    for (const name of ['result', 'differences', 'exceptions']) {
      expect(outputs[name]).toBe(expected[name])
    }
    expect(asked).toBeGreaterThan(20)
  })

  it('are compared although each invocation fails once', async () => {
    const failed = new Set<string>()
    const failOnce = (what: string): void => {
      if (failed.has(what)) return
      failed.add(what)
      throw new Error('The invocation has used up its time.')
    }
    const world = await bigDay({
      async checkRange(run, order) {
        failOnce(`check ${order.side} ${order.range.start}`)
        return invocations.checkRange(run, order)
      },
      async collectRange(run, order, suspects) {
        failOnce(`collect ${order.side} ${order.range.start}`)
        return invocations.collectRange(run, order, suspects)
      },
    })

    const report = await world.work()

    expect(report).toMatchObject({ reconciled: 1, stopped: 0 })
    expect(failed.size).toBeGreaterThan(40)
  })

  it('stop the run when one was replaced', async () => {
    let isReplaced = false
    const world: DailyWorld = await bigDay({
      ...invocations,
      async checkRange(run, order) {
        if (order.side === 'service' && order.range.start > 0 && !isReplaced) {
          isReplaced = true
          const text = await world.text(world.name('service'))
          await env.FILES.put(world.name('service'), `${text}\r\n`)
        }
        return invocations.checkRange(run, order)
      },
    })

    const report = await world.work()

    expect(report).toMatchObject({ reconciled: 0, stopped: 1 })
    expect(await findReconciliation(world.files, world.day)).toMatchObject({
      run: { error: { code: 'ERR_FILE_CHANGED' } },
    })
  })

  it('are read by one invocation below the configured size', async () => {
    const world = await bigDay()
    const never: RangeInvocations = {
      checkRange: () => Promise.reject(new Error('A short file was read in ranges.')),
      collectRange: () => Promise.reject(new Error('A short file was read in ranges.')),
    }
    const context = {
      ...world.files,
      files: { ...world.files.files, ranges: { invocations: never } },
    }

    const report = await processDailyFiles(context)

    expect(report).toMatchObject({ reconciled: 1, stopped: 0 })
  })
})
