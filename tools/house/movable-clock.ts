const moveCron = 'move clock '

/** The cron expression that moves the clock of a Worker to so many milliseconds after the clock of this machine. */
export function clockMove(laterMs: number): string {
  return `${moveCron}${laterMs}`
}

/** A module of a Worker, as miniflare takes it. */
interface ScriptModule {
  readonly type: 'ESModule'
  readonly path: string
  readonly contents: string
}

/**
 * Gives a Worker a clock that can be moved: the bundle with a `Date` of its own in front, and a main module that listens for
 * {@link clockMove}. Nobody outside of miniflare can call `scheduled` of a Worker, so that no request moves a clock.
 *
 * @param script the Worker's bundle
 * @param laterMs milliseconds by which the clock is ahead at the beginning; negative for the past
 * @returns the modules that take the place of the bundle, the main one first
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
