import {
  type CheckOrder,
  type CollectedRange,
  type CollectOrder,
  createModuleEngine,
  type EngineFactory,
  fileChanged,
  fingerprintEngine,
  KeySample,
  RangedEngine,
  type RangeFindings,
  type RangeReaders,
  type SampledCodes,
} from '@merchant-edge/reconcile/engine'
import type { DailyFilesSettings } from '../daily-files-context.ts'
import { rangedFile } from './open-range.ts'
import type {
  RangedObject,
  RangedReading,
  RangedRun,
  RangeInvocations,
} from './range-invocations.ts'
import { FileGoneError, FileReplacedError, type SeenFiles } from '../bucket/run-inputs.ts'

const defaultMinBytes = 1_000_000_000
const defaultRangeBytes = 16 * 1024 * 1024
/**
 * Two ranges at a time, so that one is fetched while another is processed. Not more, because
 * Durable Objects on one machine may share the memory of an isolate.
 */
const rangesUnderWay = 2
const sides = ['partner', 'service'] as const

async function rangedObject(bucket: R2Bucket, key: string): Promise<RangedObject> {
  const head = await bucket.head(key)
  if (head === null) throw new FileGoneError(key)
  return { key, etag: head.etag, sizeBytes: head.size }
}

/** Range readers of a run that call other invocations. */
class InvokedReaders implements RangeReaders {
  readonly ahead = rangesUnderWay
  readonly #invocations: RangeInvocations
  readonly #bucket: R2Bucket
  readonly #run: RangedRun
  /** Sampled codes of all ranges; each range samples as many codes as a whole file would. */
  #codes = new KeySample()
  #suspects = new Int32Array()

  constructor(invocations: RangeInvocations, bucket: R2Bucket, run: RangedRun) {
    this.#invocations = invocations
    this.#bucket = bucket
    this.#run = run
  }

  async check(order: CheckOrder): Promise<RangeFindings> {
    const { found, codes } = await this.#orWhy(() => this.#invocations.checkRange(this.#run, order))
    this.#codes.merge(codes)
    return found
  }

  collect(order: CollectOrder): Promise<CollectedRange> {
    return this.#orWhy(() => this.#invocations.collectRange(this.#run, order, this.#suspects))
  }

  takeSuspects(keys: Int32Array<ArrayBuffer>): void {
    this.#suspects = keys
  }

  takeCodes(): Promise<readonly SampledCodes[]> {
    const codes = this.#codes.sampled()
    this.#codes = new KeySample()
    return Promise.resolve([codes])
  }

  end(): void {
    this.#suspects = new Int32Array()
  }

  /**
   * An error from another invocation loses its class, so the errors that stop a run are recognized
   * here.
   */
  async #orWhy<Result>(invoke: () => Promise<Result>): Promise<Result> {
    try {
      return await invoke()
    } catch (error) {
      for (const side of sides) {
        const { key, etag } = this.#run[side]
        if ((await rangedObject(this.#bucket, key)).etag !== etag) throw fileChanged(side)
      }
      throw error
    }
  }
}

/**
 * The engine for the files of a run: for large files, when range readers are configured, an engine
 * that lets other invocations read ranges; otherwise `undefined`, which means the built-in engine.
 *
 * @throws FileGoneError when a file is no longer there
 * @throws FileReplacedError when a file was replaced since the day was checked
 */
export async function rangedEngineOfRun(
  { bucket, ranges }: Pick<DailyFilesSettings, 'bucket' | 'ranges'>,
  files: SeenFiles,
): Promise<EngineFactory | undefined> {
  if (ranges === undefined) return undefined
  const {
    invocations,
    minBytes = defaultMinBytes,
    rangeBytes = defaultRangeBytes,
  }: RangedReading = ranges
  const partner = await rangedObject(bucket, files.partnerKey)
  const service = await rangedObject(bucket, files.serviceKey)
  if (partner.etag !== files.partnerEtag) throw new FileReplacedError(files.partnerKey)
  if (service.etag !== files.serviceEtag) throw new FileReplacedError(files.serviceKey)
  if (partner.sizeBytes + service.sizeBytes < minBytes) return undefined
  return (settings) => {
    const own = createModuleEngine(settings)
    if (own === undefined) return fingerprintEngine(settings)
    const run = { hashKey: own.hashKey, partner, service }
    return new RangedEngine(settings, own, {
      files: [rangedFile(bucket, 'partner', partner), rangedFile(bucket, 'service', service)],
      readers: new InvokedReaders(invocations, bucket, run),
      rangeBytes,
    })
  }
}
