import { Miniflare } from 'miniflare'
import type { Readable } from 'node:stream'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchAgain } from './network/fetch-again.ts'
import { prepareEntry, type HouseEntry } from './house-entry.ts'

// Goal: a process that runs a house never waits for ever, whatever its Workers do.

const lines = 3_000
const compatibilityDate = '2026-07-30'
const worker = `export default {
  async scheduled({ cron }) {
    if (cron === 'for ever') await scheduler.wait(1e9)
    if (cron === 'computes') for (;;) cron.length
    if (cron === 'fails') throw new Error('as the test wants')
    await scheduler.wait(200)
    if (cron === 'writes') for (let line = 0; line < ${lines}; line += 1) console.log('x'.repeat(80))
  },
}`

let house: Miniflare
let entry: HouseEntry
let written = 0

function countLines(stdout: Readable, stderr: Readable): void {
  stdout.on('data', (chunk: Buffer) => {
    written += chunk.toString().split('\n').length - 1
  })
  stderr.resume()
}

beforeAll(async () => {
  const prepared = prepareEntry(['busy'], 'files')
  house = new Miniflare({
    cf: false,
    handleRuntimeStdio: countLines,
    workers: [prepared.worker, { name: 'busy', compatibilityDate, modules: true, script: worker }],
  })
  await house.ready
  entry = prepared.open(house, 20_000)
})

afterAll(() => house.dispose())

// With the stubs of miniflare this test never ends, and no signal but SIGKILL ends its process.
it('uses the files while a Worker writes more lines than the pipe to this process holds', async () => {
  const { bucket } = entry
  await bucket.write('in/a.csv', '1,2')
  const writes = entry.runCron('busy', 'writes')
  for (let looks = 0; looks < 300; looks += 1) {
    const [file] = await bucket.list('in/')
    expect(file).toMatchObject({ key: 'in/a.csv', sizeBytes: 3 })
  }
  await writes

  await expect.poll(() => written).toBeGreaterThanOrEqual(lines)
})

/** A house of its own that gives a cron run up after 0.3 s. */
async function withImpatientHouse(use: (entry: HouseEntry) => Promise<void>): Promise<void> {
  const impatient = prepareEntry(['busy'], 'files')
  const other = new Miniflare({
    cf: false,
    workers: [impatient.worker, { name: 'busy', compatibilityDate, modules: true, script: worker }],
  })
  try {
    await use(impatient.open(other, 300))
  } finally {
    await other.dispose()
  }
}

it('says which cron run has not come to an end', async () => {
  await withImpatientHouse(async ({ runCron }) => {
    await expect(runCron('busy', 'for ever')).rejects.toThrow(
      'The cron run "for ever" of busy has not come to an end in 0.3 s.',
    )
  })
})

// Only Linux has /proc.
it.runIf(process.platform === 'linux')(
  'says whether workerd computes or waits when a cron run does not come to an end',
  async () => {
    await withImpatientHouse(async ({ runCron }) => {
      await expect(runCron('busy', 'for ever')).rejects.toThrow(
        /workerd \(process \d+\) sleeps and used \d+ % of a processor in the last second\./,
      )
      await expect(runCron('busy', 'computes')).rejects.toThrow(
        /workerd \(process \d+\) runs and used [1-9]\d+ % of a processor in the last second\./,
      )
    })
  },
)

it('runs cron work that fails, as the platform does, and leaves the error to the log', async () => {
  await expect(entry.runCron('busy', 'fails')).resolves.toBeUndefined()
})

it('writes, finds, reads, lists and removes files', async () => {
  const { bucket } = entry
  const bytes = new Uint8Array([0, 255, 10])
  await bucket.write('out/b c.csv', bytes)

  expect(await bucket.find('out/b c.csv')).toMatchObject({ key: 'out/b c.csv', sizeBytes: 3 })
  expect(await bucket.read('out/b c.csv')).toEqual(bytes)
  expect((await bucket.list('out/')).map(({ key }) => key)).toEqual(['out/b c.csv'])
  await bucket.remove('out/b c.csv')
  expect(await bucket.find('out/b c.csv')).toBeUndefined()
  expect(await bucket.read('out/b c.csv')).toBeUndefined()
})

it('answers nobody else on the machine', async () => {
  const address = await house.ready
  for (const authorization of ['', 'Bearer guessed']) {
    const answer = await fetch(new URL('/file/in%2Fa.csv', address), { headers: { authorization } })
    expect([answer.status, await answer.text()]).toEqual([404, ''])
  }
})

it('gives a request up that a server has accepted and never answers', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : address
  try {
    const request = new Request(`http://127.0.0.1:${port}/`)

    await expect(fetchAgain(request, 200)).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(sockets).toHaveLength(1)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})
