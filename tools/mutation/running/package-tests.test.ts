import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markAround, withMarks } from './block-marks.ts'
import type { FileTests, ReachingTest } from './messages.ts'
import { openPackageTests, type PackageTests } from './package-tests.ts'

const price = 'const rate = 10\nexport function price(net) { return net + rate }\n'
const files = {
  'vitest.config.ts': `export default { test: { projects: [
    { test: { name: 'node', root: import.meta.dirname, globals: true, include: ['src/*.test.ts'] } },
  ] } }`,
  'src/price.ts': price,
  'src/total.ts':
    "import { price } from './price.ts'\nexport const total = (net) => price(net) * 2\n",
  'src/price.test.ts': `import { price } from './price.ts'
    it('adds', () => expect(price(1)).toBe(11))
    it('knows no process but this one', () => expect(process.pid).toBe(globalThis.pid ??= process.pid))`,
  'src/total.test.ts': `import { total } from './total.ts'
    it('doubles', () => expect(total(1)).toBe(22))
    it('runs beside it', () => expect(globalThis.pid).toBe(process.pid))`,
}

describe('the tests of a package', () => {
  let directory: string
  let tests: PackageTests
  let reached: readonly ReachingTest[]

  function path(file: string): string {
    return join(directory, 'src', file)
  }

  function testsOf(file: string): FileTests {
    const own = reached.filter((test) => test.file === path(file))
    return { file: path(file), testIds: own.map(({ id }) => id), durationMs: 0 }
  }

  async function killerOf(text: string, file: string): Promise<string | undefined> {
    const { killedBy } = await tests.attempt({ file: path('price.ts'), text }, testsOf(file))
    return killedBy?.name
  }

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'package-tests-'))
    await mkdir(join(directory, 'src'))
    for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
    tests = await openPackageTests(directory, 'node')
    const answer = await tests.reach({ [path('price.ts')]: withMarks('price.ts', price) }, [
      'price.test',
      'total.test',
    ])
    expect(answer.failed).toEqual([])
    reached = answer.tests
  })

  afterAll(async () => {
    await tests.close()
    await rm(directory, { recursive: true })
  })

  it('records what each test reaches, also code that an earlier file has loaded', () => {
    const ofFile = markAround('price.ts', price, { start: 0, end: 1 })
    const ofFunction = markAround('price.ts', price, {
      start: price.indexOf('net +'),
      end: price.length - 3,
    })
    const reaching = (mark: string) =>
      reached
        .filter((test) => test.reached.includes(mark))
        .map(({ name }) => name)
        .toSorted()
    expect(reaching(ofFunction)).toEqual(['adds', 'doubles'])
    expect(reaching(ofFile)).toEqual([
      'adds',
      'doubles',
      'knows no process but this one',
      'runs beside it',
    ])
  })

  it('tries several mutants in one process, in each module that uses them', async () => {
    expect(await killerOf(price, 'price.test.ts')).toBeUndefined()
    expect(await killerOf(price.replace('+ rate', '- rate'), 'price.test.ts')).toBe(
      'src/price.test.ts > adds',
    )
    expect(await killerOf(price, 'total.test.ts')).toBeUndefined()
    expect(await killerOf(price.replace('10', '11'), 'total.test.ts')).toBe(
      'src/total.test.ts > doubles',
    )
    expect(await killerOf('export nothing', 'total.test.ts')).toContain('src/total.test.ts: ')
    expect(await killerOf(price, 'price.test.ts')).toBeUndefined()
    expect(await killerOf(price, 'total.test.ts')).toBeUndefined()
  })
})

it('uses the whole configuration of a package without a list of projects', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'package-tests-'))
  const config =
    "export default { test: { globals: true, reporters: ['json'], include: ['*.test.ts'] } }"
  await writeFile(join(directory, 'vitest.config.ts'), config)
  await writeFile(join(directory, 'one.test.ts'), "it('is one', () => expect(1).toBe(1))")

  const tests = await openPackageTests(directory, 'workerd')
  const { tests: passed, failed } = await tests.reach({}, [''])
  await tests.close()
  await rm(directory, { recursive: true })

  expect(failed).toEqual([])
  expect(passed.map(({ name }) => name)).toEqual(['is one'])
})
