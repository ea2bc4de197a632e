import { bundleSizes } from '@merchant-edge/tools/bundle-sizes'
import type { Figure } from './figure.ts'

/** What each package weighs in a consumer's bundle, minified and gzipped, against its budget. */
export async function sizeFigures(): Promise<Figure[]> {
  const sizes = await bundleSizes()
  return sizes.map(({ name, gzipBytes, budgetBytes }) => ({
    name: `${name} / budget`,
    where: 'minified, gzipped',
    ours: gzipBytes,
    floor: budgetBytes,
    ratio: gzipBytes / budgetBytes,
    goal: 1,
    unit: 'bytes',
  }))
}
