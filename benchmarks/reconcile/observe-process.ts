import { readFileSync, writeFileSync } from 'node:fs'

// Loaded before the command that is measured: says at its end how long the process took, and its peak of memory.

const { MEASURED_FILE: target = '', MEASURED_ENGINE: engine } = process.env
// Without WebAssembly the engine in script compares.
if (engine === 'script') Reflect.deleteProperty(globalThis, 'WebAssembly')

/**
 * Linux counts to maxRSS what the parent had when it started us, but not to the high-water mark of our own memory.
 */
function peakBytes(): number {
  try {
    const status = readFileSync('/proc/self/status', 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}

process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage()
  writeFileSync(
    target,
    JSON.stringify({
      seconds: performance.now() / 1000,
      processorSeconds: (userCPUTime + systemCPUTime) / 1e6,
      peakBytes: peakBytes(),
    }),
  )
})
