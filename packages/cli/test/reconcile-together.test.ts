import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { whileLocked } from '../src/output/output-locks.ts'
import { jsonOf, merchantEdgeHere, startMerchantEdge, type Run } from './merchant-edge.ts'
import { scratchDirectory } from './scratch-directory.ts'

// What happens when somebody else works with the same files during a run.

const directory = scratchDirectory()
const key = 'checksum key of the tests'
const serviceName = '20260901_SERVICE_EDGE_TRAN.csv'
const partnerName = '20260901_EDGE_SERVICE_TRAN.csv'
let folder = ''
const at = (name: string) => join(folder, name)

function row(values: readonly string[]): string {
  const data = values.join(',')
  const checksum = createHash('md5').update(`${data}${key}`).digest('hex')
  return `${data},${checksum}\r\n`
}

function rows(count: number, amount = 1000) {
  const shared = (index: number) => {
    const head = [`INV-${index}`, `W${index}`, `${amount}`, 'VND', '0', '0', '0', 'EDGE']
    return [...head, 'M1', 'T1', '01/09/2026', '10:00:00']
  }
  const indexes = Array.from({ length: count }, (_, index) => index)
  return {
    partner: indexes.map((index) => row(['EDGE', ...shared(index), '0', '', '1'])),
    service: indexes.map((index) => row([...shared(index), '', `S-${index}`, '0', '1'])),
  }
}

beforeEach(() => {
  folder = mkdtempSync(join(directory, 'together-'))
  writeFileSync(at('key.txt'), key)
})

const [result, exceptions, report] = ['result.csv', 'exceptions.csv', 'report.html'] as const
const outputs = [result, exceptions, report]

/** Arguments that compare the files of a folder and write into the common one. */
function argumentsOf(inputs: string, ...more: readonly string[]): string[] {
  const sides = ['--partner', join(inputs, partnerName), '--service', join(inputs, serviceName)]
  const written = ['--out', at(result), '--exceptions', at(exceptions), '--report', at(report)]
  return ['reconcile', ...sides, '--key-file', at('key.txt'), ...written, ...more]
}

/** Makes a folder with the files of a run in which the rows of a side have this amount. */
function inputsWith(amount: number): string {
  const inputs = mkdtempSync(join(folder, 'inputs-'))
  const { partner, service } = rows(3, amount)
  const bad = partner.map((line) => line.replace('INV-2', `BAD-${amount}`))
  writeFileSync(join(inputs, partnerName), bad.join(''))
  writeFileSync(join(inputs, serviceName), service.join(''))
  return inputs
}

/** A module that does something before each call of a function of the file system. */
function patchOf(module: 'fs' | 'fs/promises', name: string, before: string): string {
  const path = at('patch.mjs')
  writeFileSync(
    path,
    `import real from 'node:fs'
    import files from 'node:${module}'
    import { syncBuiltinESMExports } from 'node:module'
    const { writeFileSync, appendFileSync, existsSync } = real
    const name = ${JSON.stringify(name)}
    const work = files[name]
    let calls = 0
    files[name] = (...args) => {
      calls += 1
      ${before}
      return work(...args)
    }
    syncBuiltinESMExports()`,
  )
  return pathToFileURL(path).href
}

function started(args: readonly string[], patch?: string) {
  const environment = patch === undefined ? {} : { NODE_OPTIONS: `--import=${patch}` }
  const child = startMerchantEdge(args, { environment })
  const run = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (run.stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (run.stderr += chunk))
  const ended = once(child, 'close').then(([code]): Run => ({ code: code ?? null, ...run }))
  return { child, run, ended }
}

/** The amounts of the runs that the outputs name. */
function runsIn(names: readonly string[]): Set<string> {
  const found = names.map((name) => readFileSync(at(name), 'utf8'))
  return new Set(found.flatMap((text) => text.match(/(?<=BAD-|W2,)\d{4}/g) ?? []))
}

describe('two runs of reconcile with the same outputs', () => {
  it.each([1, 2, 3])(
    'leave the files of one of them when the second comes before step %i of the first',
    async (step) => {
      // The first run stands still in the middle of its renames.
      const pause = `if (calls === ${step}) {
        writeFileSync(${JSON.stringify(at('paused'))}, '')
        const wait = new Int32Array(new SharedArrayBuffer(4))
        while (!existsSync(${JSON.stringify(at('go'))})) Atomics.wait(wait, 0, 0, 20)
      }`
      const first = started(
        argumentsOf(inputsWith(1111), '--force'),
        patchOf('fs/promises', 'rename', pause),
      )
      while (!existsSync(at('paused'))) await sleep(20)
      const second = started(argumentsOf(inputsWith(2222), '--force'))
      const told = 'Waits for another run that replaces the same files.'
      while (!second.run.stderr.includes(told)) await sleep(20)
      writeFileSync(at('go'), '')
      const runs = await Promise.all([first.ended, second.ended])

      expect(runs.map(({ code }) => code)).toEqual([0, 0])
      expect(runsIn(outputs)).toEqual(new Set(['2222']))
      expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
    },
  )

  /** Kills a run in the middle of its renames. */
  async function kill(): Promise<void> {
    const pause = `writeFileSync(${JSON.stringify(at('paused'))}, '')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000)`
    const { child, ended } = started(
      argumentsOf(inputsWith(1111), '--force'),
      patchOf('fs/promises', 'rename', pause),
    )
    while (!existsSync(at('paused'))) await sleep(20)
    child.kill('SIGKILL')
    await ended
  }

  it('do not wait for one that was killed', async () => {
    await kill()
    const isLeft = existsSync(at('.result.csv.lock'))

    const run = await merchantEdgeHere(argumentsOf(inputsWith(2222), '--force'))

    expect(isLeft).toBe(true)
    expect(run.code).toBe(0)
    expect(run.stderr).not.toContain('Waits for another run')
    expect(runsIn(outputs)).toEqual(new Set(['2222']))
    expect(readdirSync(folder).filter((name) => name.includes('.lock'))).toEqual([])
  })

  it('have the files of one that was killed one after the other', async () => {
    await kill()
    const paths = outputs.map(at)
    let holders = 0
    let most = 0
    const hold = async () => {
      holders += 1
      most = Math.max(most, holders)
      await sleep(5)
      holders -= 1
    }

    await Promise.all(
      Array.from({ length: 8 }, () => whileLocked({ paths, onWait: () => undefined }, hold)),
    )

    expect(most).toBe(1)
    expect(readdirSync(folder).filter((name) => name.includes('.lock'))).toEqual([])
  })

  it('do not try for ever to remove the lock of one that was killed, whose name is as long as it may be', async () => {
    await kill()
    const name = 'r'.repeat(237)
    renameSync(at('.result.csv.lock'), at(`.${name}.lock`))
    let isRun = false

    await whileLocked({ paths: [at(name)], onWait: () => undefined }, async () => {
      isRun = true
    })

    expect(isRun).toBe(true)
    expect(readdirSync(folder).filter((one) => one.startsWith(`.${name}`))).toEqual([])
  })

  it('wait for one of another machine, whose process may be running', async () => {
    await kill()
    const lock = at('.result.csv.lock')
    const { pid }: { pid: number } = JSON.parse(readFileSync(lock, 'utf8'))
    writeFileSync(lock, JSON.stringify({ pid, place: 'another machine' }))
    let waits = 0
    const onWait = () => {
      waits += 1
      rmSync(lock)
    }

    await whileLocked({ paths: [at(result)], onWait }, async () => undefined)

    expect(waits).toBe(1)
  })

  it('do not wait for ever for one that was killed', async () => {
    writeFileSync(at('.result.csv.lock'), '')

    const run = await merchantEdgeHere(argumentsOf(inputsWith(2222), '--force'))

    expect(run.code).toBe(0)
    expect(runsIn(outputs)).toEqual(new Set(['2222']))
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
  }, 40_000)
})

describe('a file that is written while reconcile reads it', () => {
  it.each([
    ['on one thread', ['--threads', '1']],
    ['with every pair of rows compared', ['--exact', '--threads', '1']],
    ['on two threads', ['--threads', '2']],
    ['on three threads', ['--threads', '3']],
  ])('stops the run, although no row is read twice: %s', async (_about, more) => {
    const { partner, service } = rows(6000)
    writeFileSync(at(serviceName), service.join(''))
    writeFileSync(at(partnerName), partner.join(''))
    for (const name of outputs) writeFileSync(at(name), 'of an earlier run')
    const [other, path] = [JSON.stringify(at(serviceName)), JSON.stringify(at(partnerName))]
    const write = `if (args[0] === ${other}) appendFileSync(${path}, 'more')`

    const run = await started(
      argumentsOf(folder, '--json', ...more),
      patchOf('fs', 'openSync', write),
    ).ended

    expect(jsonOf(run)).toEqual({
      error: {
        reason: 'file_changed',
        message: expect.stringMatching(/ changed while it was read\.$/),
        remedy: 'Wait until the file is complete, then run again.',
      },
    })
    expect(run.code).toBe(1)
    for (const name of outputs) expect(readFileSync(at(name), 'utf8')).toBe('of an earlier run')
  })
})

describe('a .gz file', () => {
  const { partner, service } = rows(20)
  const compared = () => {
    const sides = ['--partner', at(partnerName), '--service', at('service.csv.gz')]
    const written = ['--out', at(result), '--exceptions', at(exceptions)]
    const more = ['--key-file', at('key.txt'), '--force', '--json']
    return merchantEdgeHere(['reconcile', ...sides, ...written, ...more])
  }

  beforeEach(() => {
    writeFileSync(at(partnerName), partner.join(''))
  })

  it.each([
    ['zeros behind it, as padding', Buffer.alloc(512), { counts: { '00': 20 } }],
    [
      'more behind zeros, as from a damaged disk',
      Buffer.concat([Buffer.alloc(512), gzipSync(service.slice(10).join(''))]),
      { error: { reason: 'file_damaged' } },
    ],
    ['other bytes behind it', Buffer.from('more'), { error: { reason: 'file_damaged' } }],
  ])('with %s', async (_about, behind, found) => {
    const isPadded = 'counts' in found
    const packed = gzipSync(service.slice(0, isPadded ? 20 : 10).join(''))
    writeFileSync(at('service.csv.gz'), Buffer.concat([packed, behind]))
    const run = await compared()

    expect(jsonOf(run)).toMatchObject(found)
  })

  it('that is empty is damaged', async () => {
    writeFileSync(at('service.csv.gz'), '')

    const run = await compared()

    expect(jsonOf(run)).toMatchObject({ error: { reason: 'file_damaged' } })
  })
})
