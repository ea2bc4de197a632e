import { bundleSizes } from '@merchant-edge/tools/bundle-sizes'
import type { Figure } from './figure.ts'

/** What a consumer's bundle weighs, minified and gzipped, against its goal where there is one. */
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
