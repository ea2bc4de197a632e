import { edgePackage } from '../../vitest.shared.ts'

export default edgePackage(import.meta.dirname, 'large')
