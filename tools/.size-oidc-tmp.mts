import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
for (const code of [`export * from '../packages/oidc/src/index.ts'`]) {
  const r = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    metafile: true,
  })
  console.log(
    r.outputFiles[0].contents.length,
    gzipSync(r.outputFiles[0].text, { level: 9 }).length,
  )
  const o = Object.values(r.metafile.outputs)[0].inputs
  const by = {}
  for (const [k, v] of Object.entries(o)) {
    const n = k.match(/node_modules\/.*node_modules\/([^/]+)/)?.[1] ?? 'own'
    by[n] = (by[n] ?? 0) + v.bytesInOutput
  }
  console.log(by)
  console.log(
    Object.entries(o)
      .map(([k, v]) => [v.bytesInOutput, k.replace(/.*node_modules\//, '')])
      .sort((a, b) => b[0] - a[0])
      .slice(0, 45)
      .map((x) => x.join(' '))
      .join('\n'),
  )
}
