import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { KillableHouse } from './killable-house.ts'

// Goal: a soak ends whatever the process of its house does, and says what that has not done.

let folder: string
let house: KillableHouse

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'killable-house-'))
})

afterEach(async () => {
  await house.kill()
  await rm(folder, { recursive: true, force: true })
})

/** Makes a house whose process runs the given lines. */
async function makeHouse(lines: string, patienceMs = 30_000): Promise<void> {
  const program = join(folder, 'process.mjs')
  await writeFile(program, lines)
  const webhookUrl = 'http://127.0.0.1:9/'
  house = new KillableHouse({ state: folder, portBase: 11_000, webhookUrl, program, patienceMs })
}

const starts = 'process.send({ id: 0 });'

it('names the work that does not come to an end', async () => {
  await makeHouse(`${starts} process.on('message', () => {})`, 2_000)
  await house.start()

  await expect(house.ask({ work: 'exchangeFiles' })).rejects.toThrow(
    'The work "exchangeFiles" of the house has not come to an end in 2 s.',
  )
})

it('names a start that does not come to an end', async () => {
  await makeHouse('setInterval(() => {}, 1000)', 500)

  await expect(house.start()).rejects.toThrow('The work "start" of the house')
})

it('fails the work of a house that ends meanwhile', async () => {
  const ends = `process.on('message', () => process.kill(process.pid, 'SIGKILL'))`
  await makeHouse(`${starts} ${ends}`)
  await house.start()

  await expect(house.ask({ work: 'sweep' })).rejects.toThrow('The house has ended (killed)')
})

it('kills a house that has ended by a signal already, and does no work without one', async () => {
  const ends = `process.on('message', () => process.kill(process.pid, 'SIGKILL'))`
  await makeHouse(`${starts} ${ends}`)
  await house.start()
  await house.ask({ work: 'sweep' }).catch(() => undefined)

  await house.kill()

  await expect(house.ask({ work: 'sweep' })).rejects.toThrow('No house runs that could do sweep.')
})
