import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Area } from './areas.ts'
import { findMutants, mutate, type Mutant } from './mutants/find-mutants.ts'
import type { AreaResult } from './results/area-result.ts'
import { markAround, withMarks } from './running/block-marks.ts'
import { Lane, type Attempt } from './running/lane.ts'
import type { FileTests, ReachingTest } from './running/messages.ts'
import { refusedByCompiler } from './running/refused-by-compiler.ts'
import { spread } from './running/spread.ts'

/** How a run over areas of one package is asked for. */
export interface PackageRun {
  /** The copy of the repository in which everything happens. */
  readonly directory: string
  /** Areas of one package, tested in one project. */
  readonly areas: readonly [Area, ...Area[]]
  /** Takes only sources whose path contains it. */
  readonly only?: string
  /** Of so many mutants one is tried. */
  readonly oneIn: number
  /** Within so many minutes the mutants of an area are begun; all of them without it. */
  readonly minutes?: number
  /** Processes that try mutants at the same time. */
  readonly lanes: number
  readonly say: (line: string) => void
}

/** A mutant with the tests that reach it, the quickest file first. */
interface Trial {
  readonly mutant: Mutant
  readonly text: string
  readonly tests: readonly FileTests[]
  readonly limitMs: number
}

const leastLimitMs = 60_000
const slowness = 10
const progressEveryMs = 15_000

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

/** The tests that reach a mark, those beside the source first, then the quickest file first. */
function testsReaching(
  mark: string,
  beside: string,
  all: readonly ReachingTest[],
): { tests: FileTests[]; durationMs: number } {
  const byFile = Map.groupBy(
    all.filter(({ reached }) => reached.includes(mark)),
    ({ file }) => file,
  )
  const files = [...byFile].map(([file, tests]) => ({
    file,
    testIds: tests.map(({ id }) => id),
    durationMs: tests.reduce((sum, test) => sum + test.durationMs, 0),
    distance: dirname(file) === beside ? 0 : 1,
  }))
  return {
    tests: files.toSorted(
      (one, other) => one.distance - other.distance || one.durationMs - other.durationMs,
    ),
    durationMs: files.reduce((sum, file) => sum + file.durationMs, 0),
  }
}

/** What every test of the package reaches in the sources of the areas. */
async function reach(
  { directory, say }: PackageRun,
  sources: ReadonlyMap<string, string>,
  lane: Lane,
): Promise<readonly ReachingTest[]> {
  const texts = [...sources].map(([file, text]) => [join(directory, file), withMarks(file, text)])
  const started = performance.now()
  const tests = await lane.reach(Object.fromEntries(texts))
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
      const beside = dirname(join(directory, file))
      const reaching = testsReaching(markAround(file, source, mutant), beside, tests)
      const limitMs = leastLimitMs + slowness * reaching.durationMs
      return { mutant, text: mutate(source, mutant), tests: reaching.tests, limitMs }
    }),
  )
}

function shown({ file, line, change }: Mutant): string {
  return `${file}:${line}  ${change}`
}

/** Tries a mutant, and once more when its tests did not end in time: the machine may have been busy. */
async function attempt(
  lane: Lane,
  directory: string,
  { mutant, text, tests, limitMs }: Trial,
): Promise<Attempt> {
  const changed = { file: join(directory, mutant.file), text }
  const first = await lane.attempt(changed, tests, limitMs)
  return first.outcome === 'timed out' ? lane.attempt(changed, tests, limitMs) : first
}

/** Tries the mutants of an area on lanes that stand ready, as many as there is time for. */
async function runArea(
  { directory, say, oneIn, minutes = Infinity }: PackageRun,
  area: Area,
  { trials, lanes }: { trials: readonly Trial[]; lanes: readonly Lane[] },
): Promise<AreaResult> {
  const counts = { killed: 0, timedOut: 0 }
  const survived: Mutant[] = []
  const waiting = spread(trials).values()
  const endsAt = performance.now() + minutes * 60_000
  let saidAt = performance.now()

  async function work(lane: Lane): Promise<void> {
    while (performance.now() < endsAt) {
      const { value: trial, done } = waiting.next()
      if (done === true) break
      const { mutant } = trial
      const { outcome } = await attempt(lane, directory, trial)
      if (outcome === 'killed') counts.killed += 1
      if (outcome === 'timed out') counts.timedOut += 1
      if (outcome === 'survived') survived.push(mutant)
      if (outcome !== 'killed') say(`${area.name}: ${outcome}: ${shown(mutant)}`)
      if (performance.now() - saidAt < progressEveryMs) continue
      saidAt = performance.now()
      const tried = counts.killed + counts.timedOut + survived.length
      say(`${area.name}: ${tried} of ${trials.length}, ${survived.length} survived`)
    }
  }
  await Promise.all(lanes.map((lane) => work(lane)))

  const refused = await refusedByCompiler(directory, area.packageFolder, survived)
  const survivors = survived
    .filter((mutant) => !refused.has(mutant))
    .toSorted((one, other) => one.file.localeCompare(other.file) || one.line - other.line)
    .map(({ file, line, code, change }) => ({ file, line, code, change }))
  return {
    area: area.name,
    oneIn,
    found: trials.length,
    mutants: counts.killed + counts.timedOut + survived.length,
    ...counts,
    refused: refused.size,
    survivors,
  }
}

/** Tries every mutant of areas of one package; each result is handed over as soon as it is known. */
export async function runPackage(
  run: PackageRun,
  onResult: (result: AreaResult) => Promise<void>,
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
      const trials = all.filter((_, index) => index % run.oneIn === 0)
      await onResult(await runArea(run, area, { trials, lanes }))
    }
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()))
  }
}
