import { rmSync } from 'node:fs'
import { endingSignals } from '../command/end-by-signal.ts'

const unfinished = new Set<string>()

function removeAll(): void {
  for (const path of unfinished) {
    try {
      rmSync(path, { force: true })
    } catch {
      // The process ends; nobody is left to be told.
    }
  }
}

/** Ends the process as the signal would have without a listener, so that its caller sees which one it was. */
function end(signal: NodeJS.Signals): void {
  removeAll()
  for (const one of endingSignals) process.off(one, end)
  process.kill(process.pid, signal)
}

/** Has a file removed when a signal ends the process before it is finished. */
export function beginFile(path: string): void {
  if (unfinished.size === 0) for (const signal of endingSignals) process.on(signal, end)
  unfinished.add(path)
}

/** The counterpart of {@link beginFile}: the file has its name, or is gone. */
export function finishFile(path: string): void {
  if (!unfinished.delete(path) || unfinished.size > 0) return
  for (const signal of endingSignals) process.off(signal, end)
}
