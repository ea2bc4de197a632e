import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRememberedChecks } from './remembered-checks.ts'

let repository = ''
const code = /\.ts$/

beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), 'remembered-checks-'))
  execFileSync('git', ['init', '-q'], { cwd: repository })
  await writeFile(join(repository, '.gitignore'), 'cache.json\n')
  await writeFile(join(repository, 'a.ts'), 'one')
})

afterEach(() => rm(repository, { recursive: true, force: true }))

const open = () => openRememberedChecks(repository, join(repository, 'cache.json'))

describe('openRememberedChecks', () => {
  it('returns the output of a check for the same content', async () => {
    await (await open()).remember('lint', code, ['exception a: b'])

    expect((await open()).recall('lint', code)).toEqual(['exception a: b'])
  })

  it('returns nothing that was never stored', async () => {
    expect((await open()).recall('lint', code)).toBeUndefined()
  })

  it.each([
    ['changes', () => writeFile(join(repository, 'a.ts'), 'two')],
    ['is new', () => writeFile(join(repository, 'b.ts'), 'one')],
    ['is gone', () => rm(join(repository, 'a.ts'))],
  ])('returns nothing when a file that the check reads %s', async (_how, change) => {
    await (await open()).remember('lint', code, [])

    await change()

    expect((await open()).recall('lint', code)).toBeUndefined()
  })

  it('ignores changes of other files', async () => {
    await (await open()).remember('lint', code, [])

    await writeFile(join(repository, 'a.md'), 'text')

    expect((await open()).recall('lint', code)).toEqual([])
  })

  it('stores nothing where git cannot list the files of the repository', async () => {
    await rm(join(repository, '.git'), { recursive: true })
    await (await open()).remember('lint', code, [])

    expect((await open()).recall('lint', code)).toBeUndefined()
  })
})
