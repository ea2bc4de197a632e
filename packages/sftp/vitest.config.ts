import { nodePackage } from '../../vitest.shared.ts'

export default nodePackage(import.meta.dirname)
