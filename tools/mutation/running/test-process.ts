import type { TestReply, TestRequest } from './messages.ts'
import { openPackageTests } from './package-tests.ts'

/**
 * A process with the loaded tests of a package. A mutant may never end, so the parent process must
 * be able to kill it.
 *
 * `node test-process.ts PACKAGE-DIRECTORY PROJECT`, with a channel for messages.
 */
const [packageDirectory, project] = process.argv.slice(2)
if (packageDirectory === undefined || project === undefined || process.send === undefined) {
  throw new TypeError('Started by the mutation run only, with a package and a project.')
}

function reply(message: TestReply): void {
  process.send?.(message)
}

const tests = await openPackageTests(packageDirectory, project)

async function answer(request: TestRequest): Promise<void> {
  try {
    if (request.kind === 'reach') reply(await tests.reach(request.texts, request.testParts))
    else reply(await tests.attempt(request, request.tests))
  } catch (error) {
    reply({ kind: 'broken', message: error instanceof Error ? error.message : String(error) })
  }
}

process.on('message', (request: TestRequest) => void answer(request))
process.once('disconnect', () => {
  void tests.close().finally(() => process.exit())
})
reply({ kind: 'ready' })
