import { execFile } from 'node:child_process'

/** How a program ended. */
export interface ProgramResult {
  readonly ok: boolean
  /** Standard output and standard error, one after the other. */
  readonly output: string
}

/** Runs a program and waits until it exits. */
export function runProgram(
  directory: string,
  [program, ...rest]: readonly [string, ...string[]],
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const options = { cwd: directory, maxBuffer: 1 << 26 }
    execFile(program, rest, options, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`
      resolve({ ok: error === null, output: output === '' ? (error?.message ?? '') : output })
    })
  })
}

/** Runs jobs, at most `atOnce` of them at the same time; the results keep the order of the jobs. */
export async function runAll<Result>(
  atOnce: number,
  jobs: readonly (() => Promise<Result>)[],
): Promise<readonly Result[]> {
  const results: Result[] = []
  const waiting = [...jobs.entries()]
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, job] = next
      results[at] = await job()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}
