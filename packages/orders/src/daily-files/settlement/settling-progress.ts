/** Progress (checkpoint) of settling what the service file of a run proves. */
export interface SettlingProgress {
  /** Number of payments, refunds and transfers settled so far, in all invocations. */
  readonly settled: number
  /**
   * Keys of the transactions that were processed (`keyOfTransaction`), invoice codes of those without a
   * row of ours, and ids of the refunds not made through this system, whatever the result.
   */
  readonly lookedAt: ReadonlySet<string>
}

/** The progress at the start of a run. */
export const noProgress: SettlingProgress = { settled: 0, lookedAt: new Set() }

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/**
 * An unreadable checkpoint counts as no progress: processing a transaction again changes nothing.
 */
function progressOf(text: string): SettlingProgress {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return noProgress
  }
  if (!isRecord(value)) return noProgress
  const { settled, lookedAt } = value
  if (!Number.isSafeInteger(settled) || !Array.isArray(lookedAt)) return noProgress
  const codes = lookedAt.filter((code) => typeof code === 'string')
  return { settled: Number(settled), lookedAt: new Set(codes) }
}

/** Reads the checkpoint of an earlier invocation; {@link noProgress} when there is none. */
export async function readProgress(bucket: R2Bucket, key: string): Promise<SettlingProgress> {
  const object = await bucket.get(key)
  return object === null ? noProgress : progressOf(await object.text())
}

/** Stores the checkpoint of this invocation for the next one. */
export async function keepProgress(
  bucket: R2Bucket,
  key: string,
  { settled, lookedAt }: SettlingProgress,
): Promise<void> {
  await bucket.put(key, JSON.stringify({ settled, lookedAt: [...lookedAt] }), {
    httpMetadata: { contentType: 'application/json' },
  })
}
