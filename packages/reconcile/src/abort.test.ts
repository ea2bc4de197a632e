import { describe, expect, it } from 'vitest'
import { engineNames, engines, placingEngine } from '../test/engines.ts'
import { partnerLine, serviceLine, testKey } from '../test/file-text.ts'
import { memorySpill } from '../test/memory-spill.ts'
import { fileOf, PlacedFile, sink } from '../test/sink.ts'
import type { ByteSource } from './csv/byte-source.ts'
import { reconcile } from './reconcile.ts'
import type { OpenFile, ReconcileOptions } from './reconcile-options.ts'

// Goal: the signal ends a run at once, whatever the run is waiting for. A run that ends leaves no file open, and no output
// that looks complete.
// Method: one thing at a time never answers: an opening, a file of either side in either reading, an output, a decision.
// The signal aborts while the run waits for it.

const reason = new Error('enough')

/** Something that never answers; `reached` resolves when somebody waits for it. */
function silence() {
  let reach = (): void => undefined
  const reached = new Promise<void>((resolve) => (reach = resolve))
  return {
    reached,
    wait: () => {
      reach()
      return new Promise<never>(() => undefined)
    },
  }
}

/** A file that delivers some bytes and then nothing more; `state` tells whether it was cancelled. */
function stalled(text: string, type: 'bytes' | undefined) {
  const { reached, wait } = silence()
  let cancelledWith: unknown
  const pull = (controller: { enqueue(bytes: Uint8Array<ArrayBuffer>): void }) => {
    if (isStarted) return wait()
    isStarted = true
    controller.enqueue(new TextEncoder().encode(text))
    return undefined
  }
  let isStarted = false
  const cancel = (why: unknown) => {
    cancelledWith = why
  }
  const open = (): ReadableStream<Uint8Array> =>
    type === 'bytes'
      ? new ReadableStream({ type, pull, cancel })
      : new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 })
  return { open, reached, cancelledWith: () => cancelledWith }
}

const partnerRows = partnerLine({ code: 'W1' }) + partnerLine({ code: 'W2' })
const serviceRows = serviceLine({ code: 'W1' }) + serviceLine({ code: 'W3' })

/** Starts a run, aborts it when something is waited for, and returns how its outputs ended. */
async function endedBy(
  reached: Promise<void>,
  options: Partial<ReconcileOptions>,
): Promise<{ outputs: readonly string[]; error: unknown }> {
  const stop = new AbortController()
  const [result, exceptions] = [sink(), sink()]
  const running = reconcile({
    partner: { open: fileOf(partnerRows) },
    service: { open: fileOf(serviceRows) },
    key: testKey,
    result: result.stream,
    exceptions: exceptions.stream,
    signal: stop.signal,
    ...options,
  })
  await Promise.race([reached, running])
  stop.abort(reason)
  const error: unknown = await running.catch((thrown: unknown) => thrown)
  return { outputs: [result.state(), exceptions.state()], error }
}

/** Opens a file well the first time, and another way the second time. */
function secondly(first: OpenFile, second: OpenFile): OpenFile {
  let opened = 0
  return () => {
    opened += 1
    return opened === 1 ? first() : second()
  }
}

describe.each(engineNames)('the signal ends a run of the %s engine', (name) => {
  const engine = engines[name]

  it.each([undefined, 'bytes'] as const)(
    'while a file is silent in the first reading (type of the stream: %s)',
    async (type) => {
      const file = stalled(partnerRows, type)

      const { error, outputs } = await endedBy(file.reached, {
        engine,
        partner: { open: file.open },
      })

      expect(error).toBe(reason)
      expect(outputs).toEqual(['aborted', 'aborted'])
      expect(file.cancelledWith()).toBe(reason)
    },
  )

  it('while a file is silent in the second reading', async () => {
    const file = stalled(serviceRows, undefined)
    const service = { open: secondly(fileOf(serviceRows), file.open) }

    const { error, outputs } = await endedBy(file.reached, { engine, service })

    expect(error).toBe(reason)
    expect(outputs).toEqual(['aborted', 'aborted'])
    expect(file.cancelledWith()).toBe(reason)
  })

  it.each(['first', 'second'])('while a file is being opened for the %s reading', async (which) => {
    const { reached, wait } = silence()
    const open = which === 'first' ? wait : secondly(fileOf(serviceRows), wait)

    const { error, outputs } = await endedBy(reached, { engine, service: { open } })

    expect(error).toBe(reason)
    expect(outputs).toEqual(['aborted', 'aborted'])
  })

  it('and cancels a file that is opened later', async () => {
    const { reached, wait } = silence()
    const file = stalled(serviceRows, undefined)
    let opened: (stream: ReadableStream<Uint8Array>) => void = () => undefined
    const open = () => {
      void wait()
      return new Promise<ReadableStream<Uint8Array>>((resolve) => (opened = resolve))
    }

    const { error } = await endedBy(reached, { engine, service: { open } })
    opened(file.open())
    await expect.poll(() => file.cancelledWith()).toBe(reason)

    expect(error).toBe(reason)
  })

  it('while an output takes nothing more', async () => {
    const { reached, wait } = silence()
    const differences = new WritableStream<Uint8Array>({ write: wait })

    const { error, outputs } = await endedBy(reached, { engine, differences })

    expect(error).toBe(reason)
    expect(outputs).toEqual(['aborted', 'aborted'])
  })

  it('while an output is being closed', async () => {
    const { reached, wait } = silence()
    const cleared = new WritableStream<Uint8Array>({ close: wait })

    const { error } = await endedBy(reached, { engine, cleared })

    expect(error).toBe(reason)
  })

  it('while somebody decides about foreign rows', async () => {
    const { reached, wait } = silence()
    const foreign = { rules: [{ name: 'any', mid: 'MID*' }], decide: wait }

    const { error, outputs } = await endedBy(reached, { engine, foreign })

    expect(error).toBe(reason)
    expect(outputs).toEqual(['aborted', 'aborted'])
  })
})

it.each(['first', 'second'])(
  'a file that is gone when the %s reading looks at it is closed',
  async (which) => {
    const file = new PlacedFile(serviceRows)
    let [opened, closed] = [0, 0]
    const open = (): ByteSource => {
      opened += 1
      const source = file.open()
      const isGone = opened === (which === 'first' ? 1 : 2)
      const version = () => {
        if (isGone) throw new Error('The file is gone.')
        return 'first'
      }
      const access = source.access && { ...source.access, version }
      return { ...source, ...(access && { access }), close: () => void (closed += 1) }
    }
    const running = reconcile({
      partner: { open: fileOf(partnerRows) },
      service: { open },
      key: testKey,
      engine: placingEngine,
      openSpill: memorySpill().open,
    })

    await expect(running).rejects.toThrow('The file is gone.')
    expect(closed).toBe(opened)
  },
)

it('an output that fails at its end leaves none that looks complete', async () => {
  const result = sink()
  const running = reconcile({
    partner: { open: fileOf(partnerRows) },
    service: { open: fileOf(serviceRows) },
    key: testKey,
    result: result.stream,
    differences: new WritableStream<Uint8Array>({
      write() {
        throw new Error('The disk is full.')
      },
    }),
  })

  await expect(running).rejects.toThrow('The disk is full.')
  expect(result.state()).toBe('aborted')
})
