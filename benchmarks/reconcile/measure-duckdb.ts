import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { duckdbReconciliation } from './duckdb-reconciliation.ts'
import type { GeneratedFiles } from './generate-files.ts'

const { values } = parseArgs({
  options: { files: { type: 'string', default: '' }, threads: { type: 'string', default: '2' } },
})
const files: GeneratedFiles = JSON.parse(await readFile(values.files, 'utf8'))
console.log(JSON.stringify(await duckdbReconciliation(files, Number(values.threads))))
