/** A module that a worker has loaded, as vite's module runner keeps it. */
interface LoadedModule {
  readonly id: string
  readonly importers: ReadonlySet<string>
}

interface LoadedModules {
  readonly fileToModulesMap: ReadonlyMap<string, ReadonlySet<LoadedModule>>
  getModuleById(id: string): LoadedModule | undefined
  invalidateModule(module: LoadedModule): void
}

declare global {
  /** What vitest keeps in a worker while it runs tests. */
  var __vitest_worker__: {
    readonly evaluatedModules: LoadedModules
    readonly ctx: { readonly invalidates?: readonly string[] }
  }
}

/**
 * Forgets the modules whose texts were exchanged, and those that import them: the next test file
 * loads them anew. It stands in the place of a new worker for each mutant.
 */
const { evaluatedModules, ctx } = globalThis.__vitest_worker__
const forgotten = new Set<LoadedModule>()

function forget(module: LoadedModule): void {
  if (forgotten.has(module)) return
  forgotten.add(module)
  for (const id of module.importers) {
    const importer = evaluatedModules.getModuleById(id)
    if (importer !== undefined) forget(importer)
  }
  evaluatedModules.invalidateModule(module)
}

for (const file of ctx.invalidates ?? []) {
  for (const module of evaluatedModules.fileToModulesMap.get(file) ?? []) forget(module)
}
