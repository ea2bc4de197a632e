import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandsMarkdown, goLiveMarkdown } from '@merchant-edge/cli'
import { sandboxCodesMarkdown } from '@merchant-edge/sandbox/recipes'
import { architectureWithFloors } from './docs/architecture-floors.ts'
import { decisionsMarkdown } from './docs/decisions-markdown.ts'
import { dependenciesMarkdown } from './docs/dependencies-markdown.ts'
import { endpointsMarkdown } from './docs/endpoints-markdown.ts'
import { readmeWithCommands } from './docs/readme-with-commands.ts'
import { operationsWithAlerts } from './docs/operations-with-alerts.ts'
import { refusalsMarkdown } from './docs/refusals-markdown.ts'
import { specificationMarkdown } from './docs/specification-markdown.ts'
import { mutationMarkdown } from './mutation/results/stored-results.ts'
import { merchantApi } from './openapi/service/merchant-api.ts'
import { openApiText } from './openapi/document/open-api-text.ts'
import { apiPage } from './openapi/page/api-page.ts'
import { withReferences } from './openapi/document/with-references.ts'
import { workersApi } from './openapi/workers-api.ts'

/**
 * Writes the documents that are generated from code. With `--check` nothing is written, and the
 * exit code is 1 when a document differs from what would be written.
 */
const repository = join(import.meta.dirname, '..')
const pages = { en: 'api.html', vi: 'api.vi.html' }
const merchant = await merchantApi()
const workers = await workersApi()

const documents: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/ARCHITECTURE.md': () => architectureWithFloors(repository),
  'docs/decisions/README.md': () => decisionsMarkdown(repository),
  'docs/dependencies.md': () => dependenciesMarkdown(repository),
  'docs/endpoints.md': endpointsMarkdown,
  'docs/operations.md': () => operationsWithAlerts(repository),
  'docs/refusals.md': refusalsMarkdown,
  'docs/sandbox.md': sandboxCodesMarkdown,
  'docs/commands.md': commandsMarkdown,
  'packages/cli/README.md': () => readmeWithCommands(repository),
  'docs/guides/go-live.md': goLiveMarkdown,
  'docs/mutation.md': mutationMarkdown,
  'docs/specification.md': () => specificationMarkdown(repository),
  'docs/openapi/merchant-api.json': () => openApiText(merchant),
  'docs/openapi/workers.json': () => openApiText(withReferences(workers)),
  'docs/api.html': () => apiPage([merchant, workers], 'en', pages),
  'docs/api.vi.html': () => apiPage([merchant, workers], 'vi', pages),
}

const checkOnly = process.argv.includes('--check')
let stale = 0
for (const [file, make] of Object.entries(documents)) {
  const path = join(repository, file)
  const expected = await make()
  const present = await readFile(path, 'utf8').catch(() => '')
  if (present === expected) continue
  if (checkOnly) {
    stale += 1
    console.error(`${file} differs from what the code generates: run npm run docs`)
  } else {
    await writeFile(path, expected)
    console.log(`${file} written`)
  }
}
process.exitCode = stale === 0 ? 0 : 1
