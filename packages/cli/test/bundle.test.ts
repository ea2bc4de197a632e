import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { scratchDirectory } from './scratch-directory.ts'

// The command as it is published. The other tests run its sources.

const run = promisify(execFile)
const folder = join(import.meta.dirname, '..')
const directory = scratchDirectory()
const key = 'checksum key of the tests'
const at = (name: string) => join(directory, name)

async function published(args: readonly string[]): Promise<string> {
  const command = [join(folder, 'bin/merchant-edge.js'), ...args]
  return (await run(process.execPath, command, { cwd: directory })).stdout
}

function file(from: number, leading: readonly string[], trailing: readonly string[]): string {
  const rows = Array.from({ length: 5000 }, (_, index) => {
    const code = `W${from + index}`
    const head = [`INV-${code}`, code, '1000', 'VND', '0', '0', '0', 'EDGE', 'M1', 'T1']
    const values = [...leading, ...head, '01/09/2026', '10:00:00', ...trailing].join(',')
    const sum = createHash('md5')
      .update(values + key)
      .digest('hex')
    return `${values},${sum}\r\n`
  })
  return rows.join('')
}

beforeAll(async () => {
  await run(process.execPath, [join(folder, 'bundle.ts')])
  writeFileSync(at('key.txt'), key)
  writeFileSync(at('partner.csv'), file(0, ['EDGE'], ['0', '', '1']))
  writeFileSync(at('service.csv'), file(7, [], ['', 'S', '0', '1']))
})

it('knows its version', async () => {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

  expect(await published(['--version'])).toBe(`${version}\n`)
})

it.each(['1', '2', '3'])('compares files on %s threads', async (threads) => {
  const files = ['--partner', at('partner.csv'), '--service', at('service.csv')]
  const outputs = ['--out', at('result.csv'), '--exceptions', at('exceptions.csv')]
  const more = ['--key-file', at('key.txt'), '--threads', threads, '--json']

  const { counts } = JSON.parse(await published(['reconcile', ...files, ...outputs, ...more]))

  expect(counts).toEqual({ '00': 4993, '01': 7, '02': 7, '03': 0 })
  expect(readFileSync(at('result.csv'), 'utf8').split('\r\n')).toHaveLength(15)
})
