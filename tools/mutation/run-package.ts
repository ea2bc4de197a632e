import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Area } from './areas.ts'
import { findMutants, mutate, type Mutant } from './mutants/find-mutants.ts'
import type { AreaResult, NamedMutant } from './results/area-result.ts'
import { markAround, withMarks } from './running/block-marks.ts'
import { Lane, type Attempt } from './running/lane.ts'
import { LikelyKillers } from './running/likely-killers.ts'
import type { Killer, ReachingTest } from './running/messages.ts'
import { refusedByCompiler } from './running/refused-by-compiler.ts'
import { spread } from './running/spread.ts'

/** Options of a run over areas of one package. */
export interface PackageRun {
  /** The copy of the repository in which the run works. */
  readonly directory: string
  /** Areas of one package, tested in one project. */
  readonly areas: readonly [Area, ...Area[]]
  /** Takes only sources whose path contains it. */
  readonly only?: string
  /** One of this many mutants is tried; 1 for all. */
  readonly oneIn: number
  /** Minutes after which no further mutant of an area is begun; no limit when left out. */
  readonly minutes?: number
  /**
   * Time budget of the tests for each mutant, in seconds measured without a mutant, the likeliest
   * tests first; all of its tests when left out.
   */
  readonly testSeconds?: number
  /** Takes only test files whose path contains one of them; all of them when left out. */
  readonly testParts?: readonly string[]
  /** Takes only mutants of an area that it allows. */
  readonly isTaken: (area: Area, mutant: Mutant) => boolean
  /** Number of mutants of an area to skip, because earlier runs have tried them. */
  readonly triedBefore: (area: Area, found: number) => number
  /** Processes that try mutants at the same time. */
  readonly lanes: number
  readonly say: (line: string) => void
}

/** A mutant with the tests that reach it. */
interface Trial {
  readonly mutant: Mutant
  /** The text of its file without it. */
  readonly source: string
  readonly tests: readonly ReachingTest[]
}

interface Kill {
  readonly trial: Trial
  readonly killedBy: Killer
}

const progressEveryMs = 15_000
/** Number of killed mutants after which their tests must pass without a mutant. */
const controlEvery = 10

/** The sources of an area, by their paths in the repository. */
async function readSources(
  { directory, only = '' }: PackageRun,
  { packageFolder, sources, leftOut = [] }: Area,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const paths = globSync([...sources], { cwd: join(directory, packageFolder) })
  for (const path of paths.toSorted()) {
    const file = `${packageFolder}/${path}`
    if (
      leftOut.includes(path) ||
      path.includes('.test') ||
      path.endsWith('index.ts') ||
      !file.includes(only)
    )
      continue
    texts.set(file, await readFile(join(directory, file), 'utf8'))
  }
  return texts
}

/** What every test of the package reaches in the sources of the areas. */
async function reach(
  { directory, testParts = [''], say }: PackageRun,
  sources: ReadonlyMap<string, string>,
  lane: Lane,
): Promise<readonly ReachingTest[]> {
  const texts = [...sources].map(([file, text]) => [join(directory, file), withMarks(file, text)])
  const started = performance.now()
  const tests = await lane.reach(Object.fromEntries(texts), testParts)
  const seconds = Math.round((performance.now() - started) / 1000)
  say(`${tests.length} tests have passed without a mutant in ${seconds} s`)
  return tests
}

function trialsOf(
  directory: string,
  sources: ReadonlyMap<string, string>,
  tests: readonly ReachingTest[],
): Trial[] {
  return [...sources].flatMap(([file, source]) =>
    findMutants(file, source).map((mutant) => {
      const mark = markAround(file, source, mutant)
      const reaching = tests.filter(({ reached }) => reached.includes(mark))
      return { mutant, source, tests: reaching }
    }),
  )
}

function shown({ file, line, change }: Mutant): string {
  return `${file}:${line}  ${change}`
}

/** The tests of an area in a lane. */
class AreaLane {
  readonly #directory: string
  readonly #lane: Lane
  readonly #killers: LikelyKillers

  constructor(directory: string, lane: Lane, killers: LikelyKillers) {
    this.#directory = directory
    this.#lane = lane
    this.#killers = killers
  }

  async attempt({ mutant, source, tests }: Trial): Promise<Attempt> {
    const file = join(this.#directory, mutant.file)
    const changed = { file, text: mutate(source, mutant) }
    const ordered = this.#killers.order(mutant, dirname(file), tests)
    const attempted = await this.#lane.attempt(changed, ordered)
    if (attempted.outcome === 'killed' && attempted.killedBy.testId !== undefined) {
      this.#killers.noticed(mutant, attempted.killedBy.testId)
    }
    return attempted
  }

  /**
   * What fails without a mutant of the tests that have killed some; nothing when all pass. A mutant
   * may change the state of the worker permanently, which would then have killed the mutants after
   * it.
   */
  async failureWithout(kills: readonly Kill[]): Promise<string | undefined> {
    const [any] = kills
    if (any === undefined) return undefined
    const ids = new Set(kills.map(({ killedBy }) => killedBy.testId))
    const tests = new Map(
      kills.flatMap(({ trial }) => trial.tests).map((test) => [test.id, test] as const),
    )
    const killing = [...tests.values()].filter(({ id }) => ids.has(id))
    const { mutant, source } = any.trial
    const file = join(this.#directory, mutant.file)
    const ordered = new LikelyKillers().order(mutant, dirname(file), killing)
    const control = await this.#lane.attempt({ file, text: source }, ordered)
    if (control.outcome === 'survived') return undefined
    return control.outcome === 'killed' ? control.killedBy.name : 'its tests do not end'
  }

  /** Tries a mutant in a new process, which has run no other mutant. */
  async attemptAnew(trial: Trial): Promise<Attempt> {
    await this.#lane.close()
    return this.attempt(trial)
  }
}

/** Tries the mutants of an area on the given lanes, until the time is over. */
async function runArea(
  { directory, say, oneIn, triedBefore, minutes = Infinity, testSeconds = Infinity }: PackageRun,
  area: Area,
  { trials, lanes }: { trials: readonly Trial[]; lanes: readonly Lane[] },
): Promise<[result: AreaResult, untried: readonly NamedMutant[]]> {
  const outcomes = new Map<Mutant, Attempt['outcome'] | 'refused'>()
  const killers = new LikelyKillers(testSeconds * 1000)
  const toTry = spread(trials).slice(triedBefore(area, trials.length))
  // Nobody can bring in what does not compile, so no test has to notice it.
  const refused = await refusedByCompiler(directory, area.packageFolder, toTry)
  say(`${area.name}: ${refused.size} of ${toTry.length} do not compile`)
  const waiting = toTry.values()
  const endsAt = performance.now() + minutes * 60_000
  let saidAt = performance.now()

  function tried({ mutant }: Trial, { outcome }: Attempt): void {
    outcomes.set(mutant, outcome)
    if (outcome !== 'killed') say(`${area.name}: ${outcome}: ${shown(mutant)}`)
  }

  async function control(lane: AreaLane, kills: readonly Kill[]): Promise<void> {
    const failed = await lane.failureWithout(kills)
    if (failed === undefined) return
    say(
      `${area.name}: fails without a mutant, so the last ${kills.length} are tried again: ${failed}`,
    )
    for (const { trial } of kills) tried(trial, await lane.attemptAnew(trial))
  }

  async function work(lane: AreaLane): Promise<void> {
    const kills: Kill[] = []
    while (performance.now() < endsAt) {
      const { value: trial, done } = waiting.next()
      if (done === true) break
      if (refused.has(trial.mutant)) {
        outcomes.set(trial.mutant, 'refused')
        continue
      }
      const attempted = await lane.attempt(trial)
      tried(trial, attempted)
      if (attempted.outcome === 'killed') kills.push({ trial, killedBy: attempted.killedBy })
      if (kills.length >= controlEvery) await control(lane, kills.splice(0))
      if (performance.now() - saidAt < progressEveryMs) continue
      saidAt = performance.now()
      say(
        `${area.name}: ${outcomes.size} of ${trials.length}, ${withOutcome('survived').length} survived`,
      )
    }
    await control(lane, kills)
  }
  function withOutcome(outcome: Attempt['outcome'] | 'refused'): Mutant[] {
    return [...outcomes].flatMap(([mutant, own]) => (own === outcome ? [mutant] : []))
  }
  await Promise.all(lanes.map((lane) => work(new AreaLane(directory, lane, killers))))

  const survivors = withOutcome('survived')
    .toSorted((one, other) => one.file.localeCompare(other.file) || one.line - other.line)
    .map(named)
  const untried = trials.filter(({ mutant }) => !outcomes.has(mutant)).map(({ mutant }) => mutant)
  const result = {
    area: area.name,
    oneIn,
    ...(Number.isFinite(testSeconds) && { testSeconds }),
    found: trials.length,
    mutants: outcomes.size,
    killed: withOutcome('killed').length,
    timedOut: withOutcome('timed out').length,
    refused: withOutcome('refused').length,
    survivors,
  }
  return [result, untried.map(named)]
}

function named({ file, line, code, change }: Mutant): NamedMutant {
  return { file, line, code, change }
}

/**
 * Tries every mutant of areas of one package; each result is reported as soon as it is known, with
 * the mutants that were not tried for lack of time.
 */
export async function runPackage(
  run: PackageRun,
  onResult: (result: AreaResult, untried: readonly NamedMutant[]) => Promise<void>,
): Promise<void> {
  const { directory, areas } = run
  const [{ packageFolder, project }] = areas
  const first = new Lane({ directory, packageFolder, project })
  const lanes = [first]
  while (lanes.length < run.lanes) lanes.push(new Lane({ directory, packageFolder, project }))
  try {
    const sources = new Map<Area, ReadonlyMap<string, string>>()
    for (const area of areas) sources.set(area, await readSources(run, area))
    const texts = new Map([...sources.values()].flatMap((texts) => [...texts]))
    const tests = await reach(run, texts, first)
    for (const [area, ownTexts] of sources) {
      const all = trialsOf(directory, ownTexts, tests)
      const taken = all.filter(({ mutant }) => run.isTaken(area, mutant))
      const trials = taken.filter((_, index) => index % run.oneIn === 0)
      await onResult(...(await runArea(run, area, { trials, lanes })))
    }
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()))
  }
}
