import { bundleSizes } from '@merchant-edge/tools/bundle-sizes'
import type { Figure } from './figure.ts'

/** The size of consumers' bundles, minified and gzipped, compared with the goal if there is one. */
export async function sizeFigures(): Promise<Figure[]> {
  const sizes = await bundleSizes()
  return sizes.flatMap(({ name, gzipBytes, goalBytes }) =>
    goalBytes === undefined
      ? []
      : [
          {
            name: `${name} / goal`,
            where: 'minified, gzipped',
            ours: gzipBytes,
            floor: goalBytes,
            ratio: gzipBytes / goalBytes,
            goal: 1,
            unit: 'bytes',
          },
        ],
  )
}
