import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'

/** Shares of rows with each kind of difference, and with a wrong checksum. */
const shareOfEach = 0.0005
const shareOfBadChecksums = 0.0001

/** The result of {@link generateFiles}. */
export interface GeneratedFiles {
  readonly partnerFile: string
  readonly serviceFile: string
  readonly key: string
  /** The result that a comparison must have. */
  readonly expected: {
    readonly counts: Record<'00' | '01' | '02' | '03', number>
    readonly badChecksums: number
  }
}

interface GenerateOptions {
  readonly rows: number
  readonly folder: string
  readonly key: string
}

/** A small deterministic random number generator. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A permutation of the numbers below `count`, computed for each index: the order of a shuffled file without a list. */
function createShuffle(count: number): (index: number) => number {
  let step = Math.floor(count * 0.618) | 1
  const greatest = (one: number, other: number): number =>
    other === 0 ? one : greatest(other, one % other)
  while (greatest(step, count) !== 1) step += 2
  return (index) => Number((BigInt(index) * BigInt(step) + 12345n) % BigInt(count))
}

const kinds = [
  'only-partner',
  'only-service',
  'partner-failed',
  'service-failed',
  'amount',
] as const
type Kind = (typeof kinds)[number] | 'equal'

function kindOf(index: number): Kind {
  const draw = createRandom(index * 2 + 1)()
  return kinds[Math.floor(draw / shareOfEach)] ?? 'equal'
}

function hasBadChecksum(index: number, side: 'partner' | 'service'): boolean {
  return (
    createRandom(index * 2 + (side === 'partner' ? 500_000_003 : 700_000_001))() <
    shareOfBadChecksums
  )
}

function quoted(value: string): string {
  return `"${value.replaceAll('"', '""')}"`
}

function checksumOf(row: string, key: string): string {
  return createHash('md5')
    .update(row + key)
    .digest('hex')
}

function reversed(text: string): string {
  return text.split('').reverse().join('')
}

function rowOf(index: number, side: 'partner' | 'service', key: string): string {
  const kind = kindOf(index)
  if (kind === 'only-partner' && side === 'service') return ''
  if (kind === 'only-service' && side === 'partner') return ''
  const random = createRandom(index)
  const amount = 10_000 + Math.floor(random() * 5_000_000)
  const number = String(index).padStart(9, '0')
  const written = kind === 'amount' && side === 'service' ? amount + 1 : amount
  const second = index % 86_400
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const time = `${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)}`
  const fee = Math.floor(amount * 0.011)
  const store = `STORE${index % 500}`
  const terminal = `T${index % 4000}`
  const shared = `INV-2026-${number},20261120T${number}77,${written},VND,${fee},0,0,MERCHANT01,${store},${terminal},20/11/2026,${time}`
  const description = quoted(
    JSON.stringify({
      order: `Đơn hàng ${index % 9973}`,
      items: index % 7,
      note: 'giao trước 12h, "gọi"',
    }),
  )
  const type = index % 50 === 0 ? '-1' : '1'
  const isFailed = kind === `${side}-failed`
  const row =
    side === 'partner'
      ? `P${number},${shared},${isFailed ? 2 : 0},${description},${type}`
      : `${shared},${description},SVC${number},${isFailed ? -1 : 0},${type}`
  const checksum = checksumOf(row, key)
  return `${row},${hasBadChecksum(index, side) ? reversed(checksum) : checksum}\r\n`
}

async function writeFile(
  path: string,
  rows: number,
  rowAt: (index: number) => string,
): Promise<void> {
  const stream = createWriteStream(path, { highWaterMark: 1 << 20 })
  let text = ''
  for (let index = 0; index < rows; index += 1) {
    text += rowAt(index)
    if (text.length < 1 << 19 && index < rows - 1) continue
    if (!stream.write(text)) await once(stream, 'drain')
    text = ''
  }
  stream.end()
  await once(stream, 'finish')
}

function expectedOutcome(rows: number): GeneratedFiles['expected'] {
  const counts = { '00': 0, '01': 0, '02': 0, '03': 0 }
  let badChecksums = 0
  for (let index = 0; index < rows; index += 1) {
    const kind = kindOf(index)
    const isBadPartner = kind !== 'only-service' && hasBadChecksum(index, 'partner')
    const isBadService = kind !== 'only-partner' && hasBadChecksum(index, 'service')
    badChecksums += Number(isBadPartner) + Number(isBadService)
    const partner = kind !== 'only-service' && kind !== 'partner-failed' && !isBadPartner
    const service = kind !== 'only-partner' && kind !== 'service-failed' && !isBadService
    const hasPartner = kind !== 'only-service' && !isBadPartner
    const hasService = kind !== 'only-partner' && !isBadService
    if (!hasPartner && !hasService) continue
    if (partner !== service) counts[partner ? '02' : '01'] += 1
    else counts[kind === 'amount' ? '03' : '00'] += 1
  }
  return { counts, badChecksums }
}

/** Writes a partner file and a service file with this many transactions; the service file is in a different order. */
export async function generateFiles({
  rows,
  folder,
  key,
}: GenerateOptions): Promise<GeneratedFiles> {
  const partnerFile = `${folder}/20261120_BENCH_SERVICE_TRAN.csv`
  const serviceFile = `${folder}/20261120_SERVICE_BENCH_TRAN.csv`
  const shuffled = createShuffle(rows)
  await writeFile(partnerFile, rows, (index) => rowOf(index, 'partner', key))
  await writeFile(serviceFile, rows, (index) => rowOf(shuffled(index), 'service', key))
  return { partnerFile, serviceFile, key, expected: expectedOutcome(rows) }
}
