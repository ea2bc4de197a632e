import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keptBundle } from './kept-bundle.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-bundle-'))
  await writeFile(join(folder, 'entry.ts'), "export { word } from './word.ts'\n")
  await writeFile(join(folder, 'word.ts'), "export const word = 'first'\n")
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function bundled(): Promise<string> {
  const [script] = await keptBundle(join(folder, 'entry.ts'), join(folder, 'kept'))
  return script.contents
}

async function keptFile(): Promise<string> {
  const [name] = await readdir(join(folder, 'kept'))
  return join(folder, 'kept', name ?? '')
}

test('uses the bundle of an earlier process when nothing has changed', async () => {
  const made = await bundled()
  expect(made).toContain('first')
  expect(await bundled()).toBe(made)
})

test('makes the bundle again when one of its source files has changed', async () => {
  await bundled()
  await writeFile(join(folder, 'word.ts'), "export const word = 'second'\n")
  expect(await bundled()).toContain('second')
})

test('reports that the source does not compile, even if an earlier bundle is stored', async () => {
  await bundled()
  await writeFile(join(folder, 'word.ts'), 'export const word = \n')
  await expect(bundled()).rejects.toThrow('word.ts')
})

test.each(['', '{"digest":"', '{"digest":1}', 'null'])(
  'makes the bundle again when the stored file contains %j',
  async (text) => {
    await bundled()
    await writeFile(await keptFile(), text)
    expect(await bundled()).toContain('first')
  },
)
