/** A step that did not hold; the tour ends with it. */
export class StepFailed extends Error {}

const quiet = process.env['NO_COLOR'] !== undefined || !process.stdout.isTTY
const bold = (text: string): string => (quiet ? text : `\u001B[1m${text}\u001B[0m`)
const green = (text: string): string => (quiet ? text : `\u001B[32m${text}\u001B[0m`)

/** Prints what happens and counts the steps that held. */
export interface TourLog {
  /** Prints what went over the wire, cut to a readable length. */
  wire(line: string): void
  /** Runs a step; its checks throw {@link StepFailed}. */
  step<Result>(title: string, run: () => Promise<Result>): Promise<Result>
  /** Steps that held so far. */
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

/** Ends the tour when something is not as it must be. */
export function mustHold(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new StepFailed(otherwise)
}

/** Waits until `read` gives a value, looking every 200 ms. */
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
