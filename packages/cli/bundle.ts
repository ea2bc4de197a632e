import { build } from 'esbuild'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

// The command as it is published: `reconcile` loads 20 files instead of 180, because Node needs most
// of its start to find and read them. What few commands load stays a package of its own.

const sources = join(import.meta.dirname, 'src')
const target = join(import.meta.dirname, 'bundle')

await rm(target, { recursive: true, force: true })
await build({
  entryPoints: {
    main: join(sources, 'main.ts'),
    'side-thread': join(sources, 'reconciliation/threads/side-thread.ts'),
    'range-thread': join(sources, 'reconciliation/threads/range-thread.ts'),
  },
  outdir: target,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: ['@merchant-edge/oidc', '@merchant-edge/sandbox', '@merchant-edge/sftp', 'valibot'],
  logLevel: 'warning',
})
