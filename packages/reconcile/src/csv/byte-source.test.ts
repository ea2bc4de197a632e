import { describe, expect, it } from 'vitest'
import { partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { createRandom } from '../../test/random.ts'
import { fileOf } from '../../test/sink.ts'
import { engineNames, engines } from '../../test/engines.ts'
import { type ByteSource, reconcile } from '../index.ts'
import { byteSourceOf } from './byte-source.ts'

const encoder = new TextEncoder()

/** A file that gives a few bytes at a time, at once or later, and counts how often it was closed. */
function drawnSource(text: string, seed: number) {
  const { below, chance } = createRandom(seed)
  const bytes = encoder.encode(text)
  const state = { opened: 0, closed: 0 }
  const open = (): ByteSource => {
    let at = 0
    state.opened += 1
    return {
      read(target) {
        const length = Math.min(target.length, bytes.length - at, 1 + below(300))
        target.set(bytes.subarray(at, at + length))
        at += length
        return chance(0.5) ? length : Promise.resolve(length)
      },
      close() {
        state.closed += 1
      },
    }
  }
  return { open, state }
}

const rows = Array.from({ length: 40 }, (_, index) => ({
  code: `W${index}`,
  description: index % 3 === 0 ? 'a "b"\r\nc' : '',
}))
const partnerText = rows.map((row) => partnerLine(row)).join('')
const serviceText = rows.map((row) => serviceLine({ ...row, amount: '7' })).join('')

describe.each(engineNames)('files without a stream, in the engine of %s', (name) => {
  const run = (partner: ByteSource | undefined, seed = 1) => {
    const drawn = drawnSource(partnerText, seed)
    const service = drawnSource(serviceText, seed + 1)
    const outcome = reconcile({
      partner: { open: partner === undefined ? drawn.open : () => partner },
      service: { open: service.open },
      key: testKey,
      engine: engines[name],
      force: true,
    })
    return { outcome, drawn, service }
  }

  it('are compared like streams, even if each read returns few bytes', async () => {
    const asStreams = await reconcile({
      partner: { open: fileOf(partnerText) },
      service: { open: fileOf(serviceText) },
      key: testKey,
      engine: engines[name],
      force: true,
    })
    for (let seed = 1; seed <= 20; seed += 1) {
      const { outcome, drawn, service } = run(undefined, seed)

      expect(await outcome).toEqual(asStreams)
      expect([drawn.state, service.state]).toEqual([
        { opened: 2, closed: 2 },
        { opened: 2, closed: 2 },
      ])
    }
  })

  it('are closed when a reading fails, and the failure is passed on', async () => {
    let closed = 0
    const failing: ByteSource = {
      read: () => Promise.reject(new Error('The disk is gone.')),
      close() {
        closed += 1
      },
    }

    await expect(run(failing).outcome).rejects.toThrow('The disk is gone.')
    expect(closed).toBe(1)
  })
})

describe('a source of a stream', () => {
  const contents = encoder.encode('0123456789'.repeat(70_000))

  const open = {
    'of bytes': () => new Blob([contents]).stream(),
    'of pieces': fileOf(contents, 999),
  }

  it.each(Object.keys(open))('%s gives every byte once', async (kind) => {
    const source = byteSourceOf(kind === 'of bytes' ? open['of bytes']() : open['of pieces']())
    const { below } = createRandom(5)
    let at = 0
    for (;;) {
      const target = new Uint8Array(1 + below(50_000))
      const length = await source.read(target)
      if (length === 0) break
      expect(target.subarray(0, length)).toEqual(contents.subarray(at, at + length))
      at += length
    }
    await source.close()

    expect(at).toBe(contents.length)
  })

  it('cancels what is left of it', async () => {
    let reason: unknown = 'not cancelled'
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(contents.slice(0, 10)),
      cancel(why) {
        reason = why
      },
    })
    const source = byteSourceOf(stream)
    await source.read(new Uint8Array(3))
    await source.close()

    expect(reason).toBe(undefined)
  })
})

// What `createReadStream` of Node gives has a `read` too, which answers null: the engine would ask it for ever.
describe('what is opened and is no source', () => {
  const nodeStream = { read: () => null, close: () => undefined, pipe: () => undefined }

  it.each([
    ['a stream of Node', nodeStream, 'Readable.toWeb'],
    ['a text', 'P1,INV-1', 'it is a string'],
    ['bytes', new Uint8Array(3), 'it is Uint8Array'],
    ['nothing', undefined, 'it is undefined'],
  ])('is refused with a TypeError: %s', async (_, opened, message) => {
    const broken = { open: () => opened }
    const good = { open: () => new Blob([serviceText]).stream() }
    const options = { partner: broken, service: good, key: testKey }
    const running: Promise<unknown> = Reflect.apply(reconcile, undefined, [options])

    await expect(running).rejects.toThrow(TypeError)
    await expect(running).rejects.toThrow(message)
    expect(() => Reflect.apply(byteSourceOf, undefined, [opened])).toThrow(message)
  })

  it.each([Number.NaN, -1, 9, 0.5, null])(
    'is a source that says it has read %j bytes into eight',
    async (count) => {
      const lying = { read: () => count, close: () => undefined }
      const source: ByteSource = Reflect.apply(byteSourceOf, undefined, [lying])

      await expect(async () => source.read(new Uint8Array(8))).rejects.toThrow(
        'read of a ByteSource',
      )
    },
  )
})
