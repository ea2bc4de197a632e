import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decisionSubjects, type DecisionSubject } from './decision-subjects.ts'

/** A file of docs/decisions, by its name and its text. */
export interface DecisionFile {
  readonly file: string
  readonly text: string
}

interface Decision {
  readonly file: string
  readonly number: number
  readonly title: string
  /** Later decisions that replace or extend it, with links; '' when there is none. */
  readonly later: string
}

const folder = 'docs/decisions'
const index = 'README.md'

const introduction = `# Decisions

Generated from the titles of the files by \`npm run docs\`; the subjects are in
\`tools/docs/decision-subjects.ts\`.

A decision explains a choice that somebody will ask about: what the problem was, what was decided, why, what was
rejected, and what remains. [ARCHITECTURE.md](../ARCHITECTURE.md) describes the result as a whole. A decision keeps its
number. When a later decision replaces or extends it, it stays, and its first line names the later one: it begins with
"Replaced", "Partly replaced" or "Extended". A number that is missing was never used.

To add a decision: take the next number, name the file after its title, and add the number to a subject.
`

function read({ file, text }: DecisionFile, problems: string[]): readonly Decision[] {
  const [, ofFile] = /^(\d{4})-[a-z\d-]+\.md$/.exec(file) ?? []
  const [, ofTitle, title] = /^# (\d+)\. (.+)\n/.exec(text) ?? []
  if (ofFile === undefined || title === undefined || Number(ofFile) !== Number(ofTitle)) {
    problems.push(`${file}: the file is named 0001-title.md and begins with "# 1. Title"`)
    return []
  }
  return [{ file, number: Number(ofFile), title, later: laterDecisionsIn(text) }]
}

/** The first paragraph, if it says that later decisions have replaced or extended this one. */
function laterDecisionsIn(text: string): string {
  const [, paragraph = ''] = text.split('\n\n')
  const [, relation] = /^(Replaced|Partly replaced|Extended)\b/.exec(paragraph) ?? []
  const files = new Set(
    [...paragraph.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, file = '']) => file),
  )
  if (relation === undefined || files.size === 0) return ''
  const links = Array.from(files, (file) => `[${Number(file.slice(0, 4))}](${file})`)
  return ` ${relation}: ${links.join(', ')}`
}

/** The numbers that stand more than once. */
function repeated(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at))]
}

function row({ file, number, title, later }: Decision): string {
  return `| ${number} | [${title}](${file}) |${later} |`
}

/**
 * The index of the decisions, by subject.
 * @throws Error that lists all problems: a decision without a subject or with two, a number of two
 *   files, a subject with a number that no file has, a file whose name or title has another form.
 */
export function decisionIndex(
  files: readonly DecisionFile[],
  subjects: readonly DecisionSubject[],
): string {
  const problems: string[] = []
  const decisions = files.flatMap((file) => read(file, problems))
  const known = decisions.map(({ number }) => number)
  const placed = subjects.flatMap(({ numbers }) => numbers)
  for (const number of repeated(known)) problems.push(`two decisions have the number ${number}`)
  for (const number of repeated(placed)) problems.push(`decision ${number} has two subjects`)
  for (const { file, number } of decisions) {
    if (!placed.includes(number)) problems.push(`${file} has no subject`)
  }
  for (const number of placed) {
    if (!known.includes(number)) problems.push(`a subject names decision ${number}: no file has it`)
  }
  if (problems.length > 0) {
    throw new Error(`${folder}, tools/docs/decision-subjects.ts:\n${problems.join('\n')}`)
  }
  const parts = subjects.map(({ subject, numbers }) => {
    const rows = decisions
      .filter(({ number }) => numbers.includes(number))
      .toSorted((one, other) => one.number - other.number)
      .map(row)
    return `\n## ${subject}\n\n| | Decision | Later decisions |\n|---:|---|---|\n${rows.join('\n')}\n`
  })
  return `${introduction}${parts.join('')}`
}

/** docs/decisions/README.md: every decision of the folder, by subject. */
export async function decisionsMarkdown(repository: string): Promise<string> {
  const names = await readdir(join(repository, folder))
  const files = await Promise.all(
    names
      .filter((file) => file !== index)
      .map(async (file) => ({
        file,
        text: await readFile(join(repository, folder, file), 'utf8'),
      })),
  )
  return decisionIndex(files, decisionSubjects)
}
