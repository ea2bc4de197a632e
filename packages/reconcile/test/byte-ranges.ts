import { compiledModule } from '#compiled-module'
import type {
  CheckOrder,
  RangedFile,
  RangeFindings,
  RangeReaders,
} from '../src/engine/ranges/byte-range.ts'
import { collectRange } from '../src/engine/ranges/collect-range.ts'
import type { EngineFactory, EngineSettings } from '../src/engine/engine.ts'
import { ModuleEngine } from '../src/engine/module-engine/module-engine.ts'
import { RangedEngine } from '../src/engine/ranged-engine.ts'

/** Options for dividing files into ranges. */
export interface RangeTest {
  readonly partner: Uint8Array
  readonly service: Uint8Array
  readonly rangeBytes: number
  /** Called for the first reading of a range; an error that it throws is the failure of that range. */
  readonly check?: (order: CheckOrder, read: () => Promise<RangeFindings>) => Promise<RangeFindings>
}

/** A file in memory that can be opened at any byte. */
function fileIn(bytes: Uint8Array, side: RangedFile['side']): RangedFile {
  return {
    side,
    sizeBytes: bytes.length,
    openAt(start) {
      let at = start
      return {
        read(target) {
          const some = bytes.subarray(at, at + target.length)
          target.set(some)
          at += some.length
          return some.length
        },
        close: () => undefined,
      }
    },
  }
}

/**
 * Creates engines with files that are divided into byte ranges, which a second module engine in this thread reads. All of
 * them share both module instances, so only one is used at a time.
 */
export function rangedEngines(
  settings: EngineSettings,
  { partner, service }: Pick<RangeTest, 'partner' | 'service'>,
): (test: Pick<RangeTest, 'rangeBytes' | 'check'>) => RangedEngine {
  const module = compiledModule()
  if (module === undefined) throw new Error('This runtime has no WebAssembly with SIMD.')
  const own = new ModuleEngine(settings, module)
  const reader = new ModuleEngine(settings, module, own)
  const files = [fileIn(partner, 'partner'), fileIn(service, 'service')] as const
  const fileOf = ({ side }: Pick<RangedFile, 'side'>) => files[side === 'partner' ? 0 : 1]
  let last: Promise<unknown> = Promise.resolve()
  const next = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
  return ({ rangeBytes, check }) => {
    const readers: RangeReaders = {
      ahead: 3,
      check: (order) =>
        next(async () => {
          const read = () => reader.checkRange(fileOf(order), order)
          return await (check?.(order, read) ?? read())
        }),
      collect: (order) => next(() => collectRange(reader, fileOf(order), order)),
      takeSuspects: (keys) => reader.takeSuspects(keys),
      takeCodes: () => next(() => Promise.resolve([reader.takeCodes()])),
      end: () => reader.release(),
    }
    return new RangedEngine(settings, own, { files, readers, rangeBytes })
  }
}

/** Creates the engine of one run. @see rangedEngines */
export function byteRanges({ partner, service, ...test }: RangeTest): EngineFactory {
  return (settings) => rangedEngines(settings, { partner, service })(test)
}
