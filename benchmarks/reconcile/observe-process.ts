import { readFileSync, writeFileSync } from 'node:fs'

// Loaded before the measured command: at the end it reports the time and the peak memory of the process.

const { MEASURED_FILE: target = '', MEASURED_ENGINE: engine } = process.env
// Without WebAssembly the TypeScript engine is used.
if (engine === 'script') Reflect.deleteProperty(globalThis, 'WebAssembly')

/**
 * On Linux maxRSS includes the memory of the parent process at the start; the high-water mark of our own memory does not.
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
