import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { generateKeyPair } from '@merchant-edge/signing'
import { beforeAll, describe, expect, it } from 'vitest'
import { jsonOf, merchantEdge, merchantEdgeHere, type Run } from './merchant-edge.ts'
import { scratchDirectory } from './scratch-directory.ts'

const directory = scratchDirectory()
const key = join(directory, 'private.pem')
let privateKeyPem = ''

beforeAll(async () => {
  ;({ privateKeyPem } = await generateKeyPair())
  writeFileSync(key, privateKeyPem)
})

function secretsIn(dir: string, file: string): Record<string, string | null> {
  return JSON.parse(readFileSync(join(dir, `${file}.json`), 'utf8'))
}

/** Every value of every file: none may be shown. */
function expectNothingShown(dir: string, { stdout, stderr }: Run): void {
  for (const file of readdirSync(dir)) {
    for (const value of Object.values(secretsIn(dir, file.replace('.json', '')))) {
      if (value !== null) expect(stdout + stderr).not.toContain(value)
    }
  }
}

async function generated(name: string): Promise<string> {
  const out = join(directory, name)
  const args = ['secrets', 'generate', '--out', out, '--key', key, '--key-code', 'CODE-1']
  const run = await merchantEdgeHere(args)
  expect(run.code).toBe(0)
  expectNothingShown(out, run)
  return out
}

async function rotate(dir: string, ...args: string[]): Promise<Run> {
  const run = await merchantEdgeHere(['secrets', 'rotate', ...args, '--dir', dir, '--json'])
  expectNothingShown(dir, run)
  return run
}

describe('two runs of secrets rotate at the same time', () => {
  it('give no two Workers two values', async () => {
    const dir = await generated('together')
    const patch = join(directory, 'pause.mjs')
    const paused = join(directory, 'paused')
    // The first run stands still between its two files.
    writeFileSync(
      patch,
      `import { writeFileSync } from 'node:fs'
      import files from 'node:fs/promises'
      import { syncBuiltinESMExports } from 'node:module'
      const rename = files.rename
      let calls = 0
      files.rename = (...args) => {
        calls += 1
        if (calls === 2) {
          writeFileSync(${JSON.stringify(paused)}, '')
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000)
        }
        return rename(...args)
      }
      syncBuiltinESMExports()`,
    )
    const args = ['secrets', 'rotate', 'CALLBACK_SECRET', '--dir', dir, '--json']
    const environment = { NODE_OPTIONS: `--import=${pathToFileURL(patch).href}` }

    const first = merchantEdge(args, { environment })
    while (!existsSync(paused)) await sleep(10)
    const second = await merchantEdge(args)

    expect((await first).code).toBe(0)
    expect(jsonOf(second)).toMatchObject({ error: { reason: 'rotation_under_way' } })
    const [orders, ipn] = [secretsIn(dir, 'orders'), secretsIn(dir, 'ipn')]
    expect(ipn['CALLBACK_SECRET_PREVIOUS']).toBe(orders['CALLBACK_SECRET_PREVIOUS'])
    expect(readdirSync(dir).filter((name) => name.startsWith('.'))).toEqual([])
  })
})

describe('secrets generate', () => {
  it('writes the secrets of each Worker, readable by the owner only, equal where they are shared', async () => {
    const out = await generated('all')

    const [orders, ipn, checkout, shop] = ['orders', 'ipn', 'checkout', 'shop'].map((file) =>
      secretsIn(out, file),
    )
    const names = ['MERCHANT_KEY', 'CALLBACK_SECRET', 'LINK_SECRET', 'WEBHOOK_SECRET']
    expect(Object.keys(orders ?? {})).toEqual(names)
    expect(ipn).toEqual({ CALLBACK_SECRET: orders?.['CALLBACK_SECRET'] })
    expect(Object.keys(checkout ?? {})).toEqual(['CHECKOUT_SECRET', 'ORDER_KEY_SECRET'])
    expect(shop).toEqual({
      WEBHOOK_SECRET: orders?.['WEBHOOK_SECRET'],
      CHECKOUT_SECRET: checkout?.['CHECKOUT_SECRET'],
    })
    expect(orders?.['WEBHOOK_SECRET']).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(JSON.parse(orders?.['MERCHANT_KEY'] ?? '')).toEqual({
      keyCode: 'CODE-1',
      privateKey: privateKeyPem,
    })
    for (const file of readdirSync(out)) expect(statSync(join(out, file)).mode & 0o777).toBe(0o600)
  })

  it('never overwrites', async () => {
    const out = await generated('twice')
    const before = secretsIn(out, 'ipn')

    const args = ['secrets', 'generate', '--out', out, '--key', key, '--key-code', 'C', '--json']
    const run = await merchantEdgeHere(args)

    expect(run.code).toBe(1)
    expect(jsonOf(run)).toMatchObject({ error: { reason: 'file_exists' } })
    expect(secretsIn(out, 'ipn')).toEqual(before)
  })
})

describe('secrets rotate, use and retire', () => {
  it.each([
    ['CALLBACK_SECRET', ['ipn', 'orders']],
    ['WEBHOOK_SECRET', ['shop', 'orders']],
    ['CHECKOUT_SECRET', ['checkout', 'shop']],
    ['LINK_SECRET', ['orders']],
    ['ORDER_KEY_SECRET', ['checkout']],
  ])('%s: is accepted, used and retired in each file', async (name, files) => {
    const out = await generated(`rotate-${name}`)
    const before = secretsIn(out, files[0] ?? '')[name]

    const run = await rotate(out, name)
    const twice = await rotate(out, name)
    const accepting = files.map((file) => secretsIn(out, file))
    await merchantEdgeHere(['secrets', 'use', name, '--dir', out])
    const using = files.map((file) => secretsIn(out, file))
    await merchantEdgeHere(['secrets', 'retire', name, '--dir', out])
    const unused = await merchantEdgeHere(['secrets', 'use', name, '--dir', out, '--json'])
    const again = await rotate(out, name)

    expect(jsonOf(run)).toEqual({ files: files.map((file) => join(out, `${file}.json`)) })
    expect(jsonOf(twice)).toMatchObject({ error: { reason: 'rotation_under_way' } })
    const value = accepting[0]?.[`${name}_PREVIOUS`]
    expect(value).not.toBe(before)
    for (const secrets of accepting) {
      expect(secrets).toMatchObject({ [name]: before, [`${name}_PREVIOUS`]: value })
    }
    for (const secrets of using) {
      expect(secrets).toMatchObject({ [name]: value, [`${name}_PREVIOUS`]: before })
    }
    expect(jsonOf(unused)).toMatchObject({ error: { reason: 'no_second_value' } })
    expect(again.code).toBe(0)
    for (const file of files) expect(statSync(join(out, `${file}.json`)).mode & 0o777).toBe(0o600)
  })

  it.each(['rotate', 'use', 'retire'] as const)(
    'finishes %s, which was killed between two files, and no other command goes on',
    async (step) => {
      const out = await generated(`killed-${step}`)
      const steps = ['rotate', 'use', 'retire'] as const
      const run = (name: string) =>
        merchantEdgeHere(['secrets', name, 'CALLBACK_SECRET', '--dir', out, '--json'])
      for (const one of steps.slice(0, steps.indexOf(step))) await run(one)
      const orders = readFileSync(join(out, 'orders.json'))
      await run(step)
      const after = secretsIn(out, 'orders')
      writeFileSync(join(out, 'orders.json'), orders)

      const others = []
      for (const other of steps) if (other !== step) others.push(jsonOf(await run(other)))
      const again = jsonOf(await run(step))

      for (const other of others) {
        expect(other).toMatchObject({
          error: {
            reason: 'secrets_unfinished',
            remedy: expect.stringContaining(`secrets ${step}`),
          },
        })
      }
      expect(again).toMatchObject({ finished: true })
      expect(secretsIn(out, 'orders')).toEqual(after)
      expect(after).toMatchObject(secretsIn(out, 'ipn'))
      expect(readdirSync(out)).toHaveLength(4)
    },
  )

  it('refuses files with values that no command has left', async () => {
    const out = await generated('differ')
    writeFileSync(join(out, 'ipn.json'), '{"CALLBACK_SECRET":"of another directory"}')
    const before = secretsIn(out, 'orders')

    for (const step of ['rotate', 'use', 'retire']) {
      const run = await merchantEdgeHere([
        'secrets',
        step,
        'CALLBACK_SECRET',
        '--dir',
        out,
        '--json',
      ])
      expect(jsonOf(run)).toMatchObject({ error: { reason: 'secrets_differ' } })
    }
    expect(secretsIn(out, 'orders')).toEqual(before)
  })

  it('changes no file when one of them cannot be written', async () => {
    const out = await generated('unwritable')
    mkdirSync(join(out, 'orders.json.new'))
    const before = secretsIn(out, 'ipn')

    const args = ['secrets', 'rotate', 'CALLBACK_SECRET', '--dir', out, '--json']
    const run = jsonOf(await merchantEdgeHere(args))

    expect(run).toMatchObject({ error: { reason: 'file_unwritable' } })
    expect(secretsIn(out, 'ipn')).toEqual(before)
    expect(readdirSync(out)).not.toContain('ipn.json.new')
  })

  it.each([
    ['nothing', ''],
    ['a line break only', '\n'],
    ['bytes that are not UTF-8', new Uint8Array([0xff, 0xfe, 0x41])],
  ])('takes no checksum key of %s', async (about, content) => {
    const out = await generated(`no-checksum-${about}`)
    const file = join(directory, 'no-checksum-key')
    writeFileSync(file, content)

    const run = await rotate(out, 'CHECKSUM_KEY', '--from', file)

    expect(run.code).toBe(2)
    expect(secretsIn(out, 'orders')).not.toHaveProperty('CHECKSUM_KEY')
  })

  it('prints null for a value that is to be deleted', async () => {
    const out = await generated('retire')
    await rotate(out, 'LINK_SECRET')

    await merchantEdgeHere(['secrets', 'retire', 'LINK_SECRET', '--dir', out])

    expect(secretsIn(out, 'orders')).toMatchObject({ LINK_SECRET_PREVIOUS: null })
  })

  it('exchanges the private key together with its key code', async () => {
    const out = await generated('merchant-key')
    const next = await generateKeyPair()
    const file = join(directory, 'next.pem')
    writeFileSync(file, next.privateKeyPem)

    const without = await rotate(out, 'MERCHANT_KEY', '--from', file)
    const run = await rotate(out, 'MERCHANT_KEY', '--from', file, '--key-code', 'CODE-2')

    expect(without.code).toBe(2)
    expect(run.code).toBe(0)
    const { MERCHANT_KEY, MERCHANT_KEY_PREVIOUS } = secretsIn(out, 'orders')
    expect(JSON.parse(MERCHANT_KEY ?? '')).toEqual({
      keyCode: 'CODE-2',
      privateKey: next.privateKeyPem,
    })
    expect(MERCHANT_KEY_PREVIOUS).toBeUndefined()
  })

  it('reads the checksum key from a file', async () => {
    const out = await generated('checksum')
    const file = join(directory, 'checksum-key')
    for (const value of ['first key', 'second key']) {
      writeFileSync(file, `${value}\n`)
      expect((await rotate(out, 'CHECKSUM_KEY', '--from', file)).code).toBe(0)
    }

    expect(secretsIn(out, 'orders')).toMatchObject({
      CHECKSUM_KEY: 'first key',
      CHECKSUM_KEY_PREVIOUS: 'second key',
    })
  })

  it.each([
    [['NO_SECRET'], 'There is no secret with this name.'],
    [['CHECKSUM_KEY'], 'comes from the service'],
    [['LINK_SECRET', '--from', 'a-file'], 'is made at random'],
    [['MERCHANT_KEY', '--from', key, '--key-code', 'C', '--dir', '/nowhere'], 'Cannot read'],
  ])('refuses %j', async (args, message) => {
    const out = args.includes('--dir')
      ? []
      : ['--dir', await generated(`refuses-${args.join('-').replaceAll('/', '_')}`)]

    const run = await merchantEdgeHere(['secrets', 'rotate', ...args, ...out, '--json'])

    expect(run.code).toBe(2)
    expect(run.stdout + run.stderr).toContain(message)
  })
})
