import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { API } from 'typescript/unstable/sync'
import { exceptionFor, lookUpExceptions, type LookUpException } from './exceptions.ts'
import { findLookUps, type LookUp } from './find-look-ups.ts'

/**
 * Checks that no arbitrary text is used as a key of a plain object, which also has inherited
 * properties such as `constructor` and `__proto__`. A `Map` has only its own keys, and
 * `Object.hasOwn` checks for own properties. Prints the reason of every exception.
 */
const repository = join(import.meta.dirname, '../../..')
const parents = ['packages', 'workers', 'examples']

async function projects(): Promise<readonly string[]> {
  const folders = await Promise.all(
    parents.map(async (parent) => {
      const names = await readdir(join(repository, parent))
      return names.map((name) => join(repository, parent, name, 'tsconfig.json'))
    }),
  )
  return folders.flat().filter((file) => existsSync(file))
}

/** The look-ups of every source file of some projects, each with its file in the repository. */
function* lookUpsIn(
  api: API,
  configs: readonly string[],
): Generator<{ readonly file: string; readonly lookUp: LookUp }> {
  const snapshot = api.updateSnapshot({ openProjects: [...configs] })
  for (const config of configs) {
    const project = snapshot.getProject(config)
    if (project === undefined) throw new Error(`TypeScript does not open ${config}.`)
    for (const path of project.rootFiles) {
      const source = project.program.getSourceFile(path)
      if (source === undefined) throw new Error(`TypeScript does not read ${path}.`)
      const file = relative(repository, path)
      for (const lookUp of findLookUps(source, project.checker)) yield { file, lookUp }
    }
  }
}

const problems: string[] = []
const used = new Set<LookUpException>()
const configs = await projects()
const api = new API({ cwd: repository })
try {
  for (const { file, lookUp } of lookUpsIn(api, configs)) {
    const { line, code } = lookUp
    const exception = exceptionFor(file, lookUp)
    if (exception !== undefined) used.add(exception)
    else problems.push(`${file}:${line}: ${code}: use a Map, or check with Object.hasOwn`)
  }
} finally {
  api.close()
}

for (const exception of lookUpExceptions) {
  const { file, codes, why } = exception
  if (used.has(exception)) console.log(`exception ${file}: ${codes.join(', ')}: ${why}`)
  else problems.push(`${file}: the exception for ${codes.join(', ')} is not needed any more`)
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
