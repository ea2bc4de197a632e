import { availableParallelism } from 'node:os'
import { nodePackage } from '../vitest.shared.ts'

export default nodePackage(import.meta.dirname, {
  include: ['*.test.ts'],
  // They wait for Workers, timers and browsers more than they compute.
  maxWorkers: Math.max(3, availableParallelism() - 1),
  // Whatever a test waits for, it waits for what happens: these end a run that hangs, and nothing else.
  testTimeout: 300_000,
  hookTimeout: 300_000,
})
