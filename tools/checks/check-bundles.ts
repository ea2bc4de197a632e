import { bundleSizes } from './bundle-sizes.ts'

/** Fails when a bundle exceeds its size limit or contains code that it does not use. */
let broken = 0
for (const size of await bundleSizes()) {
  const { goalBytes = Infinity } = size
  const over = size.gzipBytes > goalBytes
  const verdict = over || size.foundForbidden.length > 0 ? 'BROKEN' : 'ok'
  if (verdict === 'BROKEN') broken += 1
  const limit = size.goalBytes === undefined ? '' : ` of ${size.goalBytes}`
  console.log(`${verdict.padEnd(6)} ${size.name.padEnd(28)} ${size.gzipBytes}${limit} bytes`)
  for (const text of size.foundForbidden) console.log(`       holds "${text}" without using it`)
}
process.exitCode = broken === 0 ? 0 : 1
