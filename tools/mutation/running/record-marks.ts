import { afterEach, beforeEach } from 'vitest'

declare global {
  /** The object into which the marks in the sources write. */
  var reachedMarks: Set<string> | undefined
}

function take(): readonly string[] {
  const reached = [...(globalThis.reachedMarks ?? [])]
  globalThis.reachedMarks?.clear()
  return reached
}

beforeEach(({ task }) => {
  task.meta.reachedBefore = take()
})

afterEach(({ task }) => {
  task.meta.reached = take()
})
