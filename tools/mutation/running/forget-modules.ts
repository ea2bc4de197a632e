/** A loaded module in the cache of vite's module runner. */
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
  /** The state of vitest in a worker that runs tests. */
  var __vitest_worker__: {
    readonly evaluatedModules: LoadedModules
    readonly ctx: { readonly invalidates?: readonly string[] }
  }
}

/**
 * Removes changed modules, and those that import them, from the cache, so that the next test file
 * loads them again. It replaces a new worker for each mutant.
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
