import { nodePackage } from '../../vitest.shared.ts'

export default nodePackage(import.meta.dirname, { testTimeout: 30_000, hookTimeout: 30_000 })
