import { areas } from '../areas.ts'
import { killedPercent, type AreaResult } from './area-result.ts'
import { reasonFor, type SurvivorReason } from './survivor-reasons.ts'

const introduction = `# Mutation testing

This page shows how well the tests notice wrong code. \`npm run mutation\` changes the sources of an area in one place at
a time (a condition, a number, a word, a column of a transition, a part of a query) and runs the tests that reach this
place. A changed source is a mutant; it is killed if a test fails. How it is done: [decision 37](decisions/0037-mutation-testing.md).

The command writes this page from the last run of each area. It fails if less than 90 % of the mutants of an area are
killed, or if a surviving mutant has no reason.

The columns: _Mutants_ says how many of the possible mutants were tried; _Tests of each_ for how many seconds
the tests that most probably kill a mutant were run; _Did not end_ counts mutants whose tests exceeded their time, which
counts as killed.
`

function table(results: readonly AreaResult[]): string {
  const rows = results.map((result) => {
    const { area, oneIn, testSeconds, found, mutants, killed, timedOut, refused, survivors } =
      result
    const share = `${killedPercent(result).toFixed(1)} %`
    const of = mutants === found ? `${mutants}` : `${mutants} of ${found}`
    const tried = oneIn === 1 ? of : `${of}, one in ${oneIn}`
    const tests = testSeconds === undefined ? 'all' : `${testSeconds} s of them`
    return `| ${area} | ${tried} | ${tests} | ${killed} | ${timedOut} | ${refused} | ${survivors.length} | ${share} |`
  })
  return [
    '| Area | Mutants | Tests of each | Killed | Did not end | Do not compile | Survived | Killed of those that compile |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`'
  return `${fence}${fence === '``' ? ` ${text} ` : text}${fence}`.replaceAll('|', '\\|')
}

function survivorsOf(result: AreaResult, reasons: readonly SurvivorReason[]): string {
  if (result.survivors.length === 0) return ''
  const rows = result.survivors.map((survivor) => {
    const { file, code: line, change } = survivor
    const reason = reasonFor(survivor, reasons) ?? '**none yet**'
    return `| [${file.split('/').at(-1)}](../${file}) | ${code(line)} | ${code(change)} | ${reason} |`
  })
  return [
    `\n## ${result.area}: survivors\n`,
    '| File | Line | Change | Why it may survive |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

/** The page of the results, in the order of the areas. */
export function mutationPage(
  results: readonly AreaResult[],
  reasons: readonly SurvivorReason[],
): string {
  const ordered = areas.flatMap(({ name }) => results.filter(({ area }) => area === name))
  const lists = ordered.map((result) => survivorsOf(result, reasons))
  return `${[introduction, table(ordered), ...lists].join('\n')}\n`
}
