import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Figure } from './figure.ts'

const run = promisify(execFile)

/**
 * Measures in a new process, because objects of other measurements would slow down the garbage collector.
 *
 * @param script file beside this one that takes the number of rounds and prints its figures as JSON
 */
export async function measureAlone(script: string, rounds: number): Promise<Figure[]> {
  const { stdout, stderr } = await run(process.execPath, [
    `${import.meta.dirname}/${script}`,
    String(rounds),
  ])
  if (stderr !== '') console.error(stderr.trimEnd())
  const figures: Figure[] = JSON.parse(stdout)
  return figures
}
