import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API } from 'typescript/unstable/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findLookUps, type LookUp } from './find-look-ups.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'look-ups-'))
  const compilerOptions = { strict: true, target: 'es2022', lib: ['es2022'], types: [] }
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['source.ts'] }),
  )
})

afterAll(() => rm(folder, { recursive: true }))

async function lookUpsIn(code: string): Promise<readonly LookUp[]> {
  const file = join(folder, 'source.ts')
  const config = join(folder, 'tsconfig.json')
  await writeFile(file, `declare const text: string\n${code}`)
  const api = new API({ cwd: folder })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    const source = project?.program.getSourceFile(file)
    if (project === undefined || source === undefined) throw new Error('There is no project.')
    return findLookUps(source, project.checker)
  } finally {
    api.close()
  }
}

describe('findLookUps', () => {
  it.each([
    ['a key of any text', 'const o: Record<string, number> = {}; o[text]', 'o[text]'],
    ['a question for a key', 'const o = { a: 1 }; text in o', 'text in o'],
    ['an assignment', 'const o: Record<string, number> = {}; o[text] = 1', 'o[text]'],
    [
      'a key that may be text',
      'const o: Record<string, 1> = {}; declare const k: string | 1; o[k]',
      'o[k]',
    ],
    [
      'a text with a known beginning',
      'const o: Record<string, 1> = {}; declare const k: `c${string}`; o[k]',
      'o[k]',
    ],
    [
      'a guard for another key',
      'function f(o: Record<string, 1>, k: string) { return Object.hasOwn(o, text) && o[k] }',
      'o[k]',
    ],
    [
      'a guard in another function',
      'const o: Record<string, 1> = {}; function f() { return Object.hasOwn(o, text) }\nconst g = () => o[text]',
      'o[text]',
    ],
  ])('finds %s', async (_, code, found) => {
    expect((await lookUpsIn(code)).map((lookUp) => lookUp.code)).toEqual([found])
  })

  it.each([
    ['a literal', "const o: Record<string, number> = {}; o['a']"],
    ['a union of literals', "const o = { a: 1, b: 2 }; declare const k: 'a' | 'b'; o[k]"],
    ['an index of an array', 'const list = [1]; declare const i: number; list[i]'],
    [
      'the key of an object that is known',
      'function f<K extends keyof T, T>(o: T, k: K) { return o[k] }',
    ],
    ['a Map', 'const map = new Map<string, number>(); map.get(text)'],
    [
      'a key that the object has of its own',
      'function f(o: Record<string, 1>) { return Object.hasOwn(o, text) ? o[text] : undefined }',
    ],
    ['an object without a prototype', 'const o: Record<string, 1> = Object.create(null); o[text]'],
  ])('leaves %s', async (_, code) => {
    expect(await lookUpsIn(code)).toEqual([])
  })

  it('tells the line', async () => {
    expect(await lookUpsIn('const o: Record<string, 1> = {}\n\no[text]')).toEqual([
      { line: 4, code: 'o[text]' },
    ])
  })
})
