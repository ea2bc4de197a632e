import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { areas, type Area } from './mutation/areas.ts'
import {
  afterGoingOn,
  afterTryingAgain,
  isSameMutant,
  killedPercent,
  type AreaResult,
  type NamedMutant,
} from './mutation/results/area-result.ts'
import { mutationMarkdown, readResults, storeResult } from './mutation/results/stored-results.ts'
import { readSurvivorReasons, reasonFor } from './mutation/results/survivor-reasons.ts'
import type { Mutant } from './mutation/mutants/find-mutants.ts'
import { runPackage } from './mutation/run-package.ts'
import { copyRepository } from './mutation/running/copy-repository.ts'

/** Minimum share of killed mutants, in percent; an area below it fails the run. */
const minPercent = 90
const names = areas.map(({ name }) => name).join(', ')
const usage = `Usage: npm run mutation -- [AREA ...] [--only PART] [--one-in N] [--minutes N] [--test-seconds N]
         [--tests PART] [--survivors | --more] [--lanes N] [--json]

Mutation testing: changes the sources of an area in one place at a time and checks whether a test fails.
Areas: ${names}; all of them if left out. The results are written to docs/mutation.md.

  --only PART  only sources whose path contains PART; the results are not written then
  --one-in N   tests one mutant in N, spread evenly over each area (1 if left out)
  --minutes N  starts mutants for N minutes in each area, spread evenly over it (all mutants if left out)
  --test-seconds N
               tests each mutant with those of its tests that most likely kill it and take N seconds together
               without it (all its tests if left out)
  --tests PART only test files whose path contains PART, or one of several that commas separate
  --survivors  tests the survivors of the last run again, and keeps the rest of its results
  --more       continues the last run and adds up the results of both; starts again if the sources have changed
  --lanes N    number of mutants that are tested at the same time (2 if left out)
  --json       prints the results as JSON to standard output
  --help       this help

Exit code 0 when at least ${minPercent} % of the mutants of every area are killed and each survivor has a reason, 1 when
not, 2 when the arguments are wrong.`

const repository = join(import.meta.dirname, '..')

interface Options {
  readonly selected: readonly Area[]
  readonly only: string | undefined
  readonly oneIn: number
  readonly minutes: number | undefined
  readonly testSeconds: number | undefined
  readonly tests: readonly string[]
  readonly survivors: boolean
  readonly more: boolean
  readonly lanes: number
  readonly json: boolean
}

function wrongUse(message: string): never {
  console.error(`${message}\n\n${usage}`)
  process.exit(2)
}

function readLimit(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1) wrongUse(`--${option} must be a whole number from 1.`)
  return limit
}

function readOptions(): Options {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string' },
        'one-in': { type: 'string', default: '1' },
        minutes: { type: 'string' },
        'test-seconds': { type: 'string' },
        tests: { type: 'string', default: '' },
        survivors: { type: 'boolean', default: false },
        more: { type: 'boolean', default: false },
        lanes: { type: 'string', default: '2' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) {
      console.log(usage)
      process.exit(0)
    }
    const unknown = positionals.find((name) => !areas.some((area) => area.name === name))
    if (unknown !== undefined) wrongUse(`There is no area ${unknown}.`)
    const [lanes, oneIn] = [Number(values.lanes), Number(values['one-in'])]
    if (!Number.isInteger(lanes) || lanes < 1) wrongUse('--lanes must be a whole number from 1.')
    if (!Number.isInteger(oneIn) || oneIn < 1) wrongUse('--one-in must be a whole number from 1.')
    const minutes = readLimit('minutes', values.minutes)
    const testSeconds = readLimit('test-seconds', values['test-seconds'])
    const isSelected = ({ name }: Area): boolean =>
      positionals.length === 0 || positionals.includes(name)
    const { only, survivors, more, json } = values
    const tests = values.tests.split(',')
    if (survivors && more) wrongUse('--survivors and --more exclude one another.')
    const limits = { only, oneIn, minutes, testSeconds, tests, survivors, more }
    return { selected: areas.filter(isSelected), ...limits, lanes, json }
  } catch (error) {
    return wrongUse(error instanceof Error ? error.message : String(error))
  }
}

async function runSelected({
  selected,
  only,
  oneIn,
  minutes,
  testSeconds,
  tests,
  survivors,
  more,
  lanes,
}: Options): Promise<AreaResult[]> {
  const directory = await copyRepository(repository)
  const results: AreaResult[] = []
  const before = await readResults()
  const toTryAgain = new Map([...before].map(([name, last]) => [name, [...last.survivors]]))
  function isTaken({ name }: Area, mutant: Mutant): boolean {
    const last = survivors ? toTryAgain.get(name) : undefined
    if (last === undefined) return true
    // A line may have several mutants with the same description; each survivor is one of them.
    const place = last.findIndex((survivor) => isSameMutant(survivor, mutant))
    return place !== -1 && last.splice(place, 1).length > 0
  }
  function lastToGoOn(name: string, found: number): AreaResult | undefined {
    const last = more ? before.get(name) : undefined
    return last?.found === found && last.oneIn === oneIn ? last : undefined
  }
  function triedBefore({ name }: Area, found: number): number {
    return lastToGoOn(name, found)?.mutants ?? 0
  }
  function withLast(result: AreaResult, untried: readonly NamedMutant[]): AreaResult {
    const tried = survivors ? before.get(result.area) : undefined
    if (tried !== undefined) return afterTryingAgain(tried, result, untried)
    const last = lastToGoOn(result.area, result.found)
    return last === undefined ? result : afterGoingOn(last, result)
  }
  try {
    for (const [, [first, ...rest]] of byPackage(selected)) {
      const run = {
        directory,
        oneIn,
        lanes,
        isTaken,
        triedBefore,
        say: console.error,
        areas: [first, ...rest],
        testParts: tests,
      } as const
      const limits = {
        ...(only !== undefined && { only }),
        ...(minutes !== undefined && { minutes }),
        ...(testSeconds !== undefined && { testSeconds }),
      }
      await runPackage({ ...run, ...limits }, async (found, untried) => {
        const result = withLast(found, untried)
        results.push(result)
        if (only === undefined) await storeResult(result)
      })
    }
    return results
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Areas that are tested together. */
function byPackage(selected: readonly Area[]): ReadonlyMap<string, [Area, ...Area[]]> {
  const groups = new Map<string, [Area, ...Area[]]>()
  for (const area of selected) {
    const place = `${area.packageFolder} ${area.project}`
    const group = groups.get(place)
    if (group === undefined) groups.set(place, [area])
    else group.push(area)
  }
  return groups
}

const options = readOptions()
const results = await runSelected(options)
const reasons = await readSurvivorReasons()
let isGood = true
for (const result of results) {
  const percent = killedPercent(result)
  const unexplained = result.survivors.filter((one) => reasonFor(one, reasons) === undefined)
  if (percent < minPercent || unexplained.length > 0) isGood = false
  const { area, mutants, killed, timedOut, refused, survivors } = result
  console.error(
    `${area}: ${percent.toFixed(1)} % killed: ${killed} of ${mutants}, ${timedOut} did not end, ` +
      `${refused} do not compile, ${survivors.length} survived, ${unexplained.length} without a reason`,
  )
  for (const { file, line, code, change } of unexplained) {
    console.error(`  ${file}:${line}  ${change}\n    ${code}`)
  }
}
if (options.only === undefined) {
  await writeFile(join(repository, 'docs/mutation.md'), await mutationMarkdown())
}
if (options.json) console.log(JSON.stringify(results, undefined, 2))
process.exitCode = isGood ? 0 : 1
