const moveCron = 'move clock '

/**
 * The cron expression that sets the clock of a Worker ahead of the clock of this machine, by a
 * number of milliseconds.
 */
export function clockMove(laterMs: number): string {
  return `${moveCron}${laterMs}`
}

/** A module of a Worker, in the form of miniflare. */
interface ScriptModule {
  readonly type: 'ESModule'
  readonly path: string
  readonly contents: string
}

/**
 * Gives a Worker a clock that can be moved: its own `Date` is defined before the bundle, and a main
 * module handles {@link clockMove}. Only miniflare can call `scheduled` of a Worker, so no request
 * from outside moves the clock.
 *
 * @param script the Worker's bundle
 * @param laterMs milliseconds by which the clock is ahead at the beginning; negative for the past
 * @returns the modules that replace the bundle, the main module first
 */
export function withMovableClock(
  script: { readonly path: string; readonly contents: string },
  laterMs: number,
): readonly [ScriptModule, ScriptModule] {
  const main = `import worker from './${script.path}'
export * from './${script.path}'
export default {
  ...worker,
  async scheduled(run, env, context) {
    if (!run.cron.startsWith(${JSON.stringify(moveCron)})) return worker.scheduled(run, env, context)
    globalThis.laterMs = Number(run.cron.slice(${moveCron.length}))
  },
}
`
  const clock = `globalThis.laterMs = ${laterMs}
globalThis.Date = class extends Date {
  constructor(...given) {
    if (given.length === 0) super(Date.now())
    else super(...given)
  }
  static now() {
    return super.now() + globalThis.laterMs
  }
}
`
  return [
    { type: 'ESModule', path: `movable-clock.js`, contents: main },
    { type: 'ESModule', path: script.path, contents: clock + script.contents },
  ]
}
