import {
  type FileTally,
  type RowException,
  RowPacker,
  type RowSource,
  createModuleEngine,
} from '@merchant-edge/reconcile/engine'
import { parentPort } from 'node:worker_threads'
import { joinedSource } from '../joined-source.ts'
import { sha256Digest } from '../sha256-digest.ts'
import { openSpillFile } from '../spill-file.ts'
import { sentFailure } from './sent-failure.ts'
import { SentReports } from './sent-reports.ts'
import type {
  SentTally,
  ThreadNotice,
  ThreadOrder,
  ThreadReport,
  ThreadSetup,
} from './thread-messages.ts'

// The worker thread that reads the files of one side. The first thread reads the other side and
// does all other work.

/** Number of bytes after which progress is reported. */
const toldBytes = 16 * 1024 * 1024

/**
 * Maximum exceptions in one report. One report per batch with a bad row would block this thread,
 * because the first thread reads the reports only after its own side, and only few may be unread.
 */
const maxUnsent = 1024

const waiting = new SentReports()
let unsent: RowException[] = []
let untold = 0
let untoldRows = 0

function send(report: ThreadReport | ThreadNotice): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Threads have no origin.
  parentPort?.postMessage(report)
}

function sendByteCount(): void {
  if (untold > 0) send({ kind: 'bytes', bytes: untold, rows: untoldRows })
  untold = 0
  untoldRows = 0
}

function sent(tally: FileTally): SentTally {
  return { ...tally, totals: tally.totals.totals() }
}

function sendExceptions(tally: FileTally): void {
  send({ kind: 'exceptions', found: unsent, tally: sent(tally) })
  unsent = []
  waiting.add()
}

/** @returns the handler of an order */
function begin(setup: ThreadSetup): (order: ThreadOrder) => Promise<void> {
  const engine = createModuleEngine(
    {
      ...setup.settings,
      createDigest: sha256Digest,
      ...(setup.hasSpill && { openSpill: openSpillFile }),
      async onExceptions(found, tally) {
        unsent.push(...found)
        if (unsent.length < maxUnsent) return
        sendExceptions(tally)
        await waiting.room()
      },
      onBytes(bytes, rows) {
        untold += bytes
        untoldRows += rows
        if (untold >= toldBytes) sendByteCount()
      },
    },
    setup,
  )

  const sources = setup.sources.map(({ side, origin, paths }): RowSource => ({
    side,
    origin,
    open: () => waiting.held(joinedSource(paths)),
  }))

  function sourceOf(index: number): RowSource {
    const source = sources[index]
    if (source === undefined) throw new TypeError(`This thread has no source ${index}.`)
    return source
  }

  async function follow(order: ThreadOrder): Promise<void> {
    if (engine === undefined) throw new TypeError('This thread has no WebAssembly with SIMD.')
    switch (order.kind) {
      case 'check': {
        const tally = await engine.check(sourceOf(order.source), { isRepeat: order.isRepeat })
        sendByteCount()
        if (unsent.length > 0) sendExceptions(tally)
        return send({ kind: 'checked', tally: sent(tally) })
      }
      case 'findings':
        return send({ kind: 'findings', findings: engine.findings() })
      case 'widen':
        return engine.grow()
      case 'suspects':
        return engine.takeSuspects(order.keys)
      case 'collect': {
        const packer = new RowPacker((rows) => {
          send({ kind: 'rows', rows })
          waiting.add()
        })
        const source = sourceOf(order.source)
        const now = await engine.collect(source, order.selection, (batch, record) => {
          packer.add(batch, record)
        })
        packer.flush()
        sendByteCount()
        return send({ kind: 'collected', now })
      }
      case 'more':
        waiting.read()
    }
  }

  return follow
}

function sendFailure(error: unknown): void {
  send(sentFailure(error))
}

send({ kind: 'loaded' })

// The thread is started before its task is known, so that it can load its script meanwhile.
parentPort?.once('message', (setup: ThreadSetup) => {
  const follow = begin(setup)
  let last = Promise.resolve()
  parentPort?.on('message', (order: ThreadOrder) => {
    if (order.kind === 'more') void follow(order)
    else last = last.then(() => follow(order)).catch(sendFailure)
  })
})
