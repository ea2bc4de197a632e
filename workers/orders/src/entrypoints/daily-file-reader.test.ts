import { env, exports } from 'cloudflare:workers'
import { processDailyFiles, type RangedRun } from '@merchant-edge/orders/daily-files'
import { checksumProfiles } from '@merchant-edge/reconcile'
import { formatRow } from '@merchant-edge/reconcile/files'
import { assert, describe, expect, it } from 'vitest'
import { dailyFilesContextOf } from '../daily-files-context.ts'

const signing = { profile: checksumProfiles.record, key: 'checksum key of the tests' }
const rows = 200

function context() {
  const found = dailyFilesContextOf(env)
  if (found === undefined) throw new Error('The tests have no settings for daily files.')
  return found
}

/** Puts the files of a day down, of which the rows of the service are in another order. */
async function putFiles(day: string) {
  const date = day.split('-').toReversed().join('/')
  const digits = day.replaceAll('-', '')
  const shared = Array.from({ length: rows }, (_, index) => {
    const amounts = [String(1000 + index), 'VND', '0', '0', '0']
    const place = ['MERCHANT-1', 'STORE-1', 'POS-1', date, '12:00:00']
    return [`I${index}`, `T${index}`, ...amounts, ...place]
  })
  const partner = shared.map((values) => formatRow(['BOOKS', ...values, '0', '', '1'], signing))
  const service = shared.map((values) => formatRow([...values, '', 'S1', '0', '1'], signing))
  const bucket = context().files.bucket
  const put = async (key: string, text: string) => {
    const object = await bucket.put(key, text)
    if (object === null) throw new Error(`${key} was not put.`)
    return { key, etag: object.etag, sizeBytes: object.size }
  }
  return {
    partner: await put(`reconciliations/${day}/${digits}_BOOKS_SERVICE_TRAN.csv`, partner.join('')),
    service: await put(`incoming/${digits}_SERVICE_BOOKS_TRAN.csv`, service.toReversed().join('')),
  }
}

/** Days that are over for sure or just now: before 00:45, Vietnam time, the newest day is that before yesterday. */
const days = [1, 2].map((ago) =>
  new Date(Date.now() + 7 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10),
)

/** An object of the binding, as the Worker makes one for each range. */
function newReader() {
  const { DAILY_FILE_READERS: readers } = env
  if (readers === undefined) throw new Error('The tests have nobody to read ranges.')
  return readers.get(readers.newUniqueId())
}

describe('ranges of daily files', () => {
  it('are read by a Durable Object, over RPC', async () => {
    const objects = await putFiles(days[0] ?? '')
    // As many random numbers as the hash of a run has.
    const hashKey = crypto.getRandomValues(new Uint8Array(16_640 + 96))
    const run: RangedRun = { hashKey, ...objects }
    const range = { start: 3000, end: 6000 }

    const { found } = await newReader().checkRange(run, {
      side: 'service',
      range,
      isGuess: true,
    })

    expect(found.range.start).toBeGreaterThanOrEqual(range.start)
    expect(found.range.end).toBeGreaterThanOrEqual(range.end)
    expect(found.counts.goodRows).toBeGreaterThan(10)
    expect(found.fingerprints).toHaveLength(4 * found.counts.goodRows)
  })

  it('add up to the comparison of the day', async () => {
    for (const day of days) await putFiles(day)
    const { files, ...rest } = context()
    assert(files.ranges !== undefined, 'Nobody reads ranges for this Worker.')
    const ranges = { ...files.ranges, minBytes: 0, rangeBytes: 3000 }

    const report = await processDailyFiles({ ...rest, files: { ...files, ranges } })

    expect(report.stopped).toBe(0)
    const [newest] = await exports.Orders.listReconciliations()
    expect(newest).toMatchObject({
      state: 'done',
      run: { totals: { counts: { '00': rows, '01': 0, '02': 0, '03': 0 } }, bridgeCloses: true },
    })
  })
})
