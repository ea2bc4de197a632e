import type { Terminal } from '../command/terminal.ts'

/** Files below this size are done before anybody wonders. */
const shortBytes = 64 * 1024 * 1024
const betweenMs = 1_000

/**
 * Tells now and then how much of a long run is done.
 *
 * @param totalBytes size of all files; they are read twice
 */
export function byteProgress(terminal: Terminal, totalBytes: number) {
  let toldAt = terminal.now()
  return ({ bytes, phase }: { readonly bytes: number; readonly phase: string }): void => {
    if (totalBytes < shortBytes || terminal.now() - toldAt < betweenMs) return
    toldAt = terminal.now()
    const percent = Math.min(99, Math.floor((bytes / (2 * totalBytes)) * 100))
    terminal.note(`${phase}: ${Math.round(bytes / 1e6)} MB read, about ${percent} %`)
  }
}
