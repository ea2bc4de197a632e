import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type BuildOptions } from 'rolldown'

// The command as it is published. Node needs most of its start to find and read modules: of the
// bundle `reconcile` loads 19 files instead of 180, and a thread two. What few commands load stays a
// package of its own.

const sources = join(import.meta.dirname, 'src')
const threads = join(sources, 'reconciliation/threads')
const target = join(import.meta.dirname, 'bundle')

function bundleOf(input: Readonly<Record<string, string>>): BuildOptions {
  return {
    input: { ...input },
    platform: 'node',
    external: [/^@merchant-edge\/(?:oidc|sandbox|sftp)(?:$|\/)/, /^valibot(?:$|\/)/],
    transform: { target: 'node20' },
    output: {
      dir: target,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
    },
  }
}

await rm(target, { recursive: true, force: true })
await build([
  bundleOf({ main: join(sources, 'main.ts') }),
  // Apart from the command, with which they would share many small files.
  bundleOf({
    'side-thread': join(threads, 'side-thread.ts'),
    'range-thread': join(threads, 'range-thread.ts'),
  }),
])
