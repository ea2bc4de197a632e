/** How far a run has come with what its service file proves. */
export interface SettlingProgress {
  /** Payments, refunds and transfers that it has settled, in all invocations. */
  readonly settled: number
  /**
   * Invoice codes of the transactions that were looked at, and ids of the refunds that were made elsewhere, whatever
   * they came to.
   */
  readonly lookedAt: ReadonlySet<string>
}

/** Where a run begins. */
export const noProgress: SettlingProgress = { settled: 0, lookedAt: new Set() }

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** What cannot be read is nothing: looking at a transaction once more changes nothing. */
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

/** Reads where an earlier invocation has stopped; the beginning when none has. */
export async function readProgress(bucket: R2Bucket, key: string): Promise<SettlingProgress> {
  const object = await bucket.get(key)
  return object === null ? noProgress : progressOf(await object.text())
}

/** Keeps where this invocation stops, for the next one. */
export async function keepProgress(
  bucket: R2Bucket,
  key: string,
  { settled, lookedAt }: SettlingProgress,
): Promise<void> {
  await bucket.put(key, JSON.stringify({ settled, lookedAt: [...lookedAt] }), {
    httpMetadata: { contentType: 'application/json' },
  })
}
