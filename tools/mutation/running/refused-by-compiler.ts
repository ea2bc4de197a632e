import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { mutate, type Mutant } from '../mutants/find-mutants.ts'

const run = promisify(execFile)

const judging =
  '--noEmit --composite false --incremental false --pretty false --noUnusedLocals false --noUnusedParameters false'.split(
    ' ',
  )

async function compile(directory: string, options: readonly string[]): Promise<string> {
  const program = join(directory, 'node_modules/.bin/tsc')
  try {
    const { stdout } = await run(program, options, { cwd: directory, maxBuffer: 2 ** 26 })
    return stdout
  } catch (error) {
    const isFailure = error instanceof Error && 'stdout' in error
    if (isFailure && typeof error.stdout === 'string') return error.stdout
    throw error
  }
}

/**
 * Returns the mutants of trials that do not compile. Each is written to its own file next to the original, so
 * that one run of the compiler checks all of them; unused code is not an error.
 *
 * @param directory the copy of the repository
 */
export async function refusedByCompiler(
  directory: string,
  packageFolder: string,
  trials: readonly { readonly mutant: Mutant }[],
): Promise<ReadonlySet<Mutant>> {
  const placed = new Map<string, Mutant>()
  for (const [index, { mutant }] of trials.entries()) {
    const source = await readFile(join(directory, mutant.file), 'utf8')
    const path = mutant.file.replace(/\.tsx?$/, `.mutant-${index}$&`)
    await writeFile(join(directory, path), mutate(source, mutant))
    placed.set(path, mutant)
  }
  if (placed.size === 0) return new Set()
  try {
    const folder = join(directory, packageFolder)
    const references = await compile(directory, ['-b', folder])
    // The mutants belong to the package and are reported here too; only errors in its dependencies
    // matter.
    if (references.includes('TS6305')) throw new Error(references)
    const said = await compile(directory, ['-p', folder, ...judging])
    const refused = new Set<Mutant>()
    for (const [, path = ''] of said.matchAll(/^(\S+\.tsx?)\(\d+,\d+\): error/gm)) {
      const mutant = placed.get(path)
      if (mutant === undefined) throw new Error(`Something else does not compile: ${path}`)
      refused.add(mutant)
    }
    return refused
  } finally {
    for (const path of placed.keys()) await rm(join(directory, path))
  }
}
