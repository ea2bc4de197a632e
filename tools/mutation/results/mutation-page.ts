import { areas } from '../areas.ts'
import { killedPercent, type AreaResult } from './area-result.ts'
import { reasonFor, type SurvivorReason } from './survivor-reasons.ts'

const introduction = `# Mutation testing

What the tests notice when the code is wrong. \`npm run mutation\` changes the sources of an area in one place at a time
(a condition, a number, a word, a column of a transition, a part of a query) and runs the tests that reach that
place; a mutant is killed when one of them fails. How it is done: [decision 37](decisions/0037-mutation-testing.md).

This page is written by the command, each area by its last run. At least 90 % of an area are killed, and each
survivor has a reason, or the command fails.
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
