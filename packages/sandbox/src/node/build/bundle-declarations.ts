import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

// The compiler declares a whole module, so the declarations of an answer's type bring those of the function beside it
// that reads D1, and with them drizzle-orm and D1Database, which a test suite on Node does not have. Bundled, only what
// the entries export is left.

const folder = fileURLToPath(new URL('../../../dist/', import.meta.url))
const bundle = await rolldown({
  input: { control: `${folder}control.d.ts`, node: `${folder}node/start-sandbox.d.ts` },
  external: /^[^./]/,
  plugins: [dts({ dtsOnly: true, generator: 'oxc' })],
})
await bundle.write({ dir: `${folder}declarations`, chunkFileNames: '[name].js' })
await bundle.close()
