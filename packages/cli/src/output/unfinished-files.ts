import { rmSync } from 'node:fs'
import { endingSignals } from '../command/end-by-signal.ts'

const unfinished = new Set<string>()

function removeAll(): void {
  for (const path of unfinished) {
    try {
      rmSync(path, { force: true })
    } catch {
      // The process is ending, so the error cannot be reported.
    }
  }
}

/**
 * Ends the process as the signal would without a listener, so that the parent process sees the
 * signal.
 */
function end(signal: NodeJS.Signals): void {
  removeAll()
  for (const one of endingSignals) process.off(one, end)
  process.kill(process.pid, signal)
}

/** Registers a file to be deleted if a signal ends the process before the file is finished. */
export function beginFile(path: string): void {
  if (unfinished.size === 0) for (const signal of endingSignals) process.on(signal, end)
  unfinished.add(path)
}

/** Counterpart of {@link beginFile}: the file was renamed or deleted. */
export function finishFile(path: string): void {
  if (!unfinished.delete(path) || unfinished.size > 0) return
  for (const signal of endingSignals) process.off(signal, end)
}
