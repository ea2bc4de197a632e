import { build } from 'esbuild'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

// The command as it is published: few files instead of 350, because Node takes half of the start of
// a command to find and read them. What is loaded by few commands stays a package of its own.

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
