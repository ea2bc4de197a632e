import type { Command } from '../command/command.ts'
import { checkPlaces } from './check-places.ts'
import { inputFile } from './input-file.ts'
import { reconcileOptions as options } from './reconcile-options.ts'
import { startReaders } from './start-readers.ts'

// The comparison itself is loaded when it runs: `--help` needs none of it, and a second thread starts
// meanwhile.

/** `merchant-edge reconcile`: compares the partner file and the service file of a day. */
export const reconcile: Command = {
  name: 'reconcile',
  summary: 'Compare the partner file and the service file of a day.',
  usage: '--partner FILE --service FILE --key-file FILE --out FILE --exceptions FILE',
  operands: {},
  options,
  notes: [
    'Files are read as streams; memory use does not grow with their size. Outputs get their names only\n' +
      'when the run is complete, after those of an earlier run are removed: a run that is killed leaves\n' +
      'files of one run only, and some may be missing then. Exit code 3 with --fail-on-difference when\n' +
      'something differs, 1 when the run was stopped.',
  ],
  examples: [
    'reconcile --partner 20260901_EDGE_SERVICE_TRAN.csv --service 20260901_SERVICE_EDGE_TRAN.csv --key-file key.txt --out result.csv --exceptions exceptions.csv --report report.html',
  ],
  async run(call) {
    await checkPlaces(call)
    const { given } = call
    const [partner, service] = await Promise.all([
      inputFile(...given(options.partner)),
      inputFile(...given(options.service)),
    ])
    const areAllCompared = given(options.exact) || given(options.all)
    const wishes = { threads: given(options.threads), areAllCompared }
    const readers = startReaders({ partner, service }, wishes)
    try {
      const { runComparison } = await import('./run-comparison.ts')
      return await runComparison(call, { partner, service, readers, areAllCompared })
    } finally {
      if (readers.kind === 'one-side-each') readers.sideThread.end()
    }
  },
}
