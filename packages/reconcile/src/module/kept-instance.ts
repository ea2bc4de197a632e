import { type CompiledModule, ModuleInstance } from './module-instance.ts'

/** The instance of the previous run; the garbage collector may reclaim it. */
const kept = new WeakMap<CompiledModule, WeakRef<ModuleInstance>>()

/**
 * An instance for one run: the reused instance of an earlier run, or a new one; creating one takes
 * longer than comparing two short files. Concurrent runs have separate instances.
 */
export function takeInstance(module: CompiledModule): ModuleInstance {
  const instance = kept.get(module)?.deref()
  kept.delete(module)
  instance?.wipe()
  return instance ?? new ModuleInstance(module)
}

/**
 * Keeps the instance of a finished run for the next run, without its keys; the rest of its memory
 * is cleared when it is taken, because most processes end after one run.
 */
export function keepInstance(module: CompiledModule, instance: ModuleInstance): void {
  instance.wipeKeys()
  if (!instance.hasGrown) kept.set(module, new WeakRef(instance))
}
