/** A step failed; the tour ends with it. */
export class StepFailed extends Error {}

const quiet = process.env['NO_COLOR'] !== undefined || !process.stdout.isTTY
const bold = (text: string): string => (quiet ? text : `\u001B[1m${text}\u001B[0m`)
const green = (text: string): string => (quiet ? text : `\u001B[32m${text}\u001B[0m`)

/** Prints the steps of the tour and counts those that passed. */
export interface TourLog {
  /** Prints a request or an answer, shortened to a readable length. */
  wire(line: string): void
  /** Runs a step; its checks throw {@link StepFailed}. */
  step<Result>(title: string, run: () => Promise<Result>): Promise<Result>
  /** Number of steps that passed so far. */
  held(): number
}

/** A log on standard output. */
export function tourLog(): TourLog {
  let held = 0
  return {
    wire(line) {
      console.log(`     ${line.length > 200 ? `${line.slice(0, 197)}...` : line}`)
    },
    async step(title, run) {
      console.log(bold(`${String(held + 1).padStart(2)}. ${title}`))
      const result = await run()
      held += 1
      console.log(green('     held'))
      return result
    },
    held: () => held,
  }
}

/** Ends the tour unless a condition holds. */
export function mustHold(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new StepFailed(otherwise)
}

/** Waits until `read` returns a value, calling it every 200 ms. */
export async function waitFor<Value>(
  what: string,
  read: () => Promise<Value | undefined>,
  timeoutMs = 15_000,
): Promise<Value> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (value !== undefined) return value
    if (performance.now() > end) {
      throw new StepFailed(`waited ${timeoutMs / 1000} s for this: ${what}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
