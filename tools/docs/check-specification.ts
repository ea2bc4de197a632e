import { join } from 'node:path'
import { specificationProblems } from './specification-markdown.ts'

/** Checks that every statement of the specification has a test or a reason to be open. */
const problems = await specificationProblems(join(import.meta.dirname, '../..'))
for (const problem of problems) console.error(problem)
console.log(`${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
