import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

// The compiler declares a whole module, so the declarations of an answer's type bring those of the
// function next to it that reads D1, and with them drizzle-orm and D1Database, which a test suite
// on Node does not have. Bundled, only what the entries export is left.

const folder = join(import.meta.dirname, '../../../dist')
const bundle = await rolldown({
  input: { control: join(folder, 'control.d.ts'), node: join(folder, 'node/start-sandbox.d.ts') },
  external: /^[^./]/,
  plugins: [dts({ dtsOnly: true, generator: 'oxc' })],
})
await bundle.write({ dir: join(folder, 'declarations'), chunkFileNames: '[name].js' })
await bundle.close()
