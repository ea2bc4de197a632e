import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unpackedOnce } from './unpacked-once.ts'

let place: string

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'merchant-edge-unpacked-'))
})

afterEach(async () => {
  await rm(place, { recursive: true, force: true })
})

describe('unpackedOnce', () => {
  it('never returns a folder that another process is still filling', async () => {
    const folder = join(place, 'browser')
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const slow = unpackedOnce(folder, 'program', async (draft) => {
      await writeFile(join(draft, 'program'), 'half of ')
      begun.resolve()
      await gate.promise
      await writeFile(join(draft, 'program'), 'the slow one')
    })
    await begun.promise

    const quick = await unpackedOnce(folder, 'program', (draft) =>
      writeFile(join(draft, 'program'), 'the quick one'),
    )
    const whatTheQuickOneFinds = await readFile(join(quick, 'program'), 'utf8')
    gate.resolve()

    expect(whatTheQuickOneFinds).toBe('the quick one')
    expect(await slow).toBe(folder)
    expect(await readFile(join(folder, 'program'), 'utf8')).toBe('the quick one')
    expect(await readdir(place)).toEqual(['browser'])
  })

  it('fills it again after a failure, and leaves nothing of the failed try', async () => {
    const folder = join(place, 'browser')
    const failing = unpackedOnce(folder, 'program', async (draft) => {
      await writeFile(join(draft, 'program'), 'half of ')
      throw new Error('No space left on the device.')
    })

    await expect(failing).rejects.toThrow('No space left on the device.')
    expect(await readdir(place)).toEqual([])
    await unpackedOnce(folder, 'program', (draft) => writeFile(join(draft, 'program'), 'all of it'))
    expect(await readFile(join(folder, 'program'), 'utf8')).toBe('all of it')
  })

  it.each([
    { what: 'emptied', left: [] },
    { what: 'robbed of the program', left: ['locales', 'library'] },
  ])('fills it again after a cleaner of temporary files has $what it', async ({ left }) => {
    const folder = join(place, 'browser')
    const fill = async (draft: string): Promise<void> => {
      await mkdir(join(draft, 'locales'))
      await writeFile(join(draft, 'locales', 'vi'), 'vi')
      await writeFile(join(draft, 'library'), 'all of it')
      await writeFile(join(draft, 'program'), 'all of it')
    }
    await unpackedOnce(folder, 'program', fill)
    const all = ['program', 'library', 'locales']
    for (const name of all.filter((one) => !left.includes(one))) {
      await rm(join(folder, name), { recursive: true })
    }

    await Promise.all([
      unpackedOnce(folder, 'program', fill),
      unpackedOnce(folder, 'program', fill),
    ])

    expect((await readdir(folder)).toSorted()).toEqual(all.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(await readFile(join(folder, 'program'), 'utf8')).toBe('all of it')
    expect(await readdir(place)).toEqual(['browser'])
  })

  it('does not fill it again when it is complete', async () => {
    const folder = join(place, 'browser')
    await unpackedOnce(folder, 'program', (draft) => writeFile(join(draft, 'program'), 'first'))
    await unpackedOnce(folder, 'program', () => Promise.reject(new Error('It was filled again.')))

    expect(await readFile(join(folder, 'program'), 'utf8')).toBe('first')
  })
})
