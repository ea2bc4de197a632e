import { nodePackage, startWith } from '../vitest.shared.ts'

export default nodePackage(import.meta.dirname, {
  include: ['**/*.test.ts'],
  sequence: startWith(import.meta.dirname, [
    'demo/demo.test.ts',
    'house/rotation.test.ts',
    'start/start.test.ts',
    'soak/soak.test.ts',
    'fuzz/fuzz-parser.test.ts',
    'house/exchange/exchange-folder.test.ts',
    'house/operators/unknown-refund.test.ts',
    'house/dead-letters.test.ts',
    'restore/restore-database.test.ts',
    'checks/patterns/growth.test.ts',
  ]),
})
