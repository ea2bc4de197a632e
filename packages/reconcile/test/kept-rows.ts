import { compiledModule } from '#compiled-module'
import { readBatches } from '../src/csv/read-batches.ts'
import type { RowSource } from '../src/engine/engine.ts'
import { inputColumns } from '../src/layouts.ts'
import { RowArena } from '../src/matching/arena/row-arena.ts'
import { ModuleInstance } from '../src/module/module-instance.ts'
import type { ResultRowWriter } from '../src/module/result-row-writer.ts'
import { sourceOf } from './sink.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** An instance of the module with memory of its own. */
export function newInstance(): ModuleInstance {
  const module = compiledModule()
  if (module === undefined) throw new Error('This runtime has no WebAssembly with SIMD.')
  return new ModuleInstance(module)
}

/** Keeps the rows of two files in the memory of an instance. */
export async function keptIn(
  instance: ModuleInstance,
  [partner, service]: readonly [partner: string, service: string],
): Promise<RowArena> {
  const sources: RowSource[] = [
    { side: 'partner', origin: 'file', open: sourceOf(`\u{feff}${partner}`) },
    { side: 'service', origin: 'file', open: sourceOf(`\u{feff}${service}`) },
  ]
  const arena = new RowArena(sources, { spare: instance.filterFrom(0) })
  for (const [index, source] of sources.entries()) {
    for await (const batch of readBatches(await source.open(), { columns: inputColumns })) {
      for (let record = 0; record < batch.count; record += 1) arena.add(batch, record, index)
    }
  }
  return arena
}

/** The rows of the result that the module writes of those that are listed. */
export function written(writer: ResultRowWriter): string {
  // One after the other: the next rows take the place of these.
  return Array.from(writer.write(), ({ bytes }) => decoder.decode(bytes)).join('')
}

/** Lines whose fields all have quotes, whether they need them or not. */
export function allQuoted(text: string): string {
  return text.replaceAll(/("(?:[^"]|"")*"|[^,"\r\n]*)(,|\r\n)/g, (_, field: string, end: string) =>
    field.startsWith('"') ? field + end : `"${field}"${end}`,
  )
}
