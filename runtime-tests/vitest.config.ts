import { nodePackage } from '../vitest.shared.ts'

export default nodePackage(import.meta.dirname, {
  include: ['*.test.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
})
