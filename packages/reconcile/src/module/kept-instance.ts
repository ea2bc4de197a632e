import { ModuleInstance } from './module-instance.ts'

/** The instance of the run before; the garbage collector may have it in the meantime. */
const kept = new WeakMap<WebAssembly.Module, WeakRef<ModuleInstance>>()

/**
 * An instance for one run: that of a run that is over, or a new one, which takes longer than comparing two
 * short files. Runs that overlap have one each.
 */
export function takeInstance(module: WebAssembly.Module): ModuleInstance {
  const instance = kept.get(module)?.deref()
  kept.delete(module)
  return instance ?? new ModuleInstance(module)
}

/** Keeps the instance of a run that is over for the next run, with nothing of this one in its memory. */
export function keepInstance(module: WebAssembly.Module, instance: ModuleInstance): void {
  if (instance.wipe()) kept.set(module, new WeakRef(instance))
}
