import { bundleSizes } from '@merchant-edge/tools/bundle-sizes'
import type { Figure } from './figure.ts'

/** What each package weighs in a consumer's bundle, minified and gzipped, against its goal. */
export async function sizeFigures(): Promise<Figure[]> {
  const sizes = await bundleSizes()
  return sizes.map(({ name, gzipBytes, goalBytes }) => ({
    name: `${name} / goal`,
    where: 'minified, gzipped',
    ours: gzipBytes,
    floor: goalBytes,
    ratio: gzipBytes / goalBytes,
    goal: 1,
    unit: 'bytes',
  }))
}
