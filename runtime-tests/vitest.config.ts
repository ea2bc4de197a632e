import { nodePackage, processesForCores, startWith } from '../vitest.shared.ts'

export default nodePackage(import.meta.dirname, {
  include: ['*.test.ts'],
  // The tests wait for Workers, timers and browsers more than they compute.
  maxWorkers: processesForCores + 1,
  sequence: startWith(import.meta.dirname, [
    'pages-in-browser.test.ts',
    'shop-in-browser.test.ts',
    'tour.test.ts',
    'hostile-client.test.ts',
    'desk-in-browser.test.ts',
    'one-house.test.ts',
    'crash.test.ts',
  ]),
  // Tests wait for events; these time limits only end a run that hangs.
  testTimeout: 300_000,
  hookTimeout: 300_000,
})
