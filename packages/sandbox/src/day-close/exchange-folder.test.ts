import { exports } from 'cloudflare:workers'
import { assert, beforeEach, describe, expect, it } from 'vitest'
import { exchangeBench, partnerRow, type ExchangeBench } from '../../test/exchange-bench.ts'
import { exchangeChunks } from './tables.ts'
import { chunkBytes } from './exchange-content.ts'
import { findExchangePartner } from './exchange-partners.ts'
import { putPartnerFile } from './partner-files.ts'

const partnerFile = '20260305_EDGE_SERVICE_TRAN.csv'
let bench: ExchangeBench

beforeEach(async () => {
  bench = await exchangeBench()
})

function pattern(size: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) % 251)
}

async function bytesOf(name: string, fromByte?: number) {
  const stream = await bench.control.openExchangeFile('EDGE', name, fromByte)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

async function chunkSizes() {
  const { database } = await bench.open()
  const rows = await database.select({ bytes: exchangeChunks.bytes }).from(exchangeChunks)
  return rows.map(({ bytes }) => bytes.length)
}

describe('the exchange folder', () => {
  it('returns every byte of a file that takes several rows of the database', async () => {
    const bytes = pattern(2 * chunkBytes + 7)

    const file = await bench.control.putExchangeFile('EDGE', 'notes.bin', bytes)

    expect(file).toMatchObject({ sizeBytes: bytes.length, direction: 'from-partner' })
    expect(await bytesOf('notes.bin')).toEqual(bytes)
    expect(await chunkSizes()).toEqual([chunkBytes, chunkBytes, 7])
  })

  it.each([1, chunkBytes - 1, chunkBytes, chunkBytes + 6])(
    'serves a file from byte %i on to resume a download',
    async (from) => {
      const bytes = pattern(chunkBytes + 7)
      await bench.control.putExchangeFile('EDGE', 'notes.bin', bytes)

      expect(await bytesOf('notes.bin', from)).toEqual(bytes.subarray(from))
    },
  )

  it('announces the length of a file', async () => {
    await bench.control.putExchangeFile('EDGE', 'notes.txt', 'abcdef')
    const url = 'http://localhost/control/exchange/EDGE/notes.txt'

    const whole = await exports.default.fetch(new Request(url))
    const range = { headers: { range: 'bytes=2-3' } }
    const part = await exports.default.fetch(new Request(url, range))
    const beyond = await exports.default.fetch(new Request(url, { headers: { range: 'bytes=6-' } }))

    expect([whole.status, whole.headers.get('content-length')]).toEqual([200, '6'])
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 2-3/6'])
    expect(await part.text()).toBe('cd')
    expect(beyond.status).toBe(416)
    await Promise.all([whole.text(), beyond.text()])
  })

  it('compares a file when it gets its final name, not under a temporary one', async () => {
    const { reference, transactionId } = await bench.paid()
    await bench.at('2026-03-06 00:30:00')
    const text = partnerRow({ invoice: reference, code: transactionId })
    const temporary = `.${partnerFile}.1a2b3c4d.part`
    await bench.control.putExchangeFile('EDGE', temporary, text)
    const [before] = await bench.control.exchangeDays()

    await bench.control.renameExchangeFile('EDGE', temporary, { to: partnerFile })

    const [after] = await bench.control.exchangeDays()
    expect(before?.comparison).toBeNull()
    expect(after?.comparison?.report).toMatchObject({ counts: { '00': 1 } })
  })

  it('does not overwrite a file by a rename, unless requested', async () => {
    await bench.control.putExchangeFile('EDGE', 'a.txt', 'new')
    await bench.control.putExchangeFile('EDGE', 'b.txt', 'old')
    const rename = (options: { replace: boolean }) =>
      bench.control.renameExchangeFile('EDGE', 'a.txt', { to: 'b.txt', ...options })

    await expect(rename({ replace: false })).rejects.toMatchObject({ reason: 'name_taken' })
    await rename({ replace: true })

    expect(await bench.text('b.txt')).toBe('new')
    expect(await chunkSizes()).toEqual([3])
  })

  it('stores nothing of a file that was replaced or removed', async () => {
    await bench.control.putExchangeFile('EDGE', 'a.txt', pattern(chunkBytes + 1))
    await bench.control.putExchangeFile('EDGE', 'a.txt', 'short')
    const replaced = await chunkSizes()

    await bench.control.removeExchangeFile('EDGE', 'a.txt')

    expect(replaced).toEqual([5])
    expect(await chunkSizes()).toEqual([])
  })

  it('stores nothing of an upload that breaks off or is too large', async () => {
    const sandbox = await bench.open()
    const partner = await findExchangePartner(sandbox.database, 'EDGE')
    assert(partner !== undefined, 'EDGE exchanges no files.')
    const pieces = (count: number, end: 'closes' | 'breaks off' = 'closes') =>
      new ReadableStream<Uint8Array>({
        async start(controller) {
          for (let at = 0; at < count; at += 1) controller.enqueue(pattern(chunkBytes))
          if (end === 'breaks off') controller.error(new Error('gone'))
          else controller.close()
        },
      })
    const limit = { name: 'a.txt', maxBytes: 3 * chunkBytes }

    const broken = putPartnerFile(sandbox, partner, { ...limit, bytes: pieces(2, 'breaks off') })
    await expect(broken).rejects.toThrow('gone')
    const large = await putPartnerFile(sandbox, partner, { ...limit, bytes: pieces(4) })
    const fitting = await putPartnerFile(sandbox, partner, { ...limit, bytes: pieces(3) })

    expect(large).toEqual({ outcome: 'refused', reason: 'too_large' })
    expect(fitting.outcome).toBe('done')
    expect(await chunkSizes()).toEqual([chunkBytes, chunkBytes, chunkBytes])
  })

  it('refuses to write to the files of the service', async () => {
    await bench.paid()
    await bench.control.closeDay({ date: '2026-03-05' })
    const name = '20260305_SERVICE_EDGE_TRAN.csv'
    await bench.control.putExchangeFile('EDGE', 'mine.csv', 'x')

    const { control } = bench
    const tries = [
      () => control.putExchangeFile('EDGE', name, 'x'),
      () => control.removeExchangeFile('EDGE', name),
      () => control.renameExchangeFile('EDGE', name, { to: 'other.csv' }),
      () => control.renameExchangeFile('EDGE', 'mine.csv', { to: name, replace: true }),
    ]

    for (const attempt of tries) {
      await expect(attempt()).rejects.toMatchObject({ reason: 'not_yours' })
    }
  })

  it.each(['..', 'a b', '-rf', 'a/b', 'a\\b', 'a'.repeat(121)])(
    'refuses the name %j',
    async (name) => {
      const put = bench.control.putExchangeFile('EDGE', name, 'x')

      await expect(put).rejects.toMatchObject({ name: 'ControlRefused' })
    },
  )

  it('has no folder for a merchant that exchanges no files', async () => {
    await expect(bench.control.exchangeFiles('NOBODY')).rejects.toMatchObject({ status: 404 })
  })
})

describe('the checksum key', () => {
  it('is kept at a reset, because the partner has it too', async () => {
    const before = await bench.control.exchangePartner('EDGE')
    await bench.control.changeExchangePartner('EDGE', { writesAll: true })

    await bench.control.reset()

    const after = await bench.control.exchangePartner('EDGE')
    expect(after.checksumKey).toBe(before.checksumKey)
    expect(after.writesAll).toBe(false)
  })

  it.each(['short', 'with space', 'x'.repeat(129)])('cannot be %j', async (checksumKey) => {
    const change = bench.control.changeExchangePartner('EDGE', { checksumKey })

    await expect(change).rejects.toMatchObject({ reason: 'input_invalid' })
  })
})
