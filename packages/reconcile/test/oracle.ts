/**
 * The independent oracle: nested maps over the drawn rows. It shares no code with the package.
 * Amounts are whole numbers of 1/10,000 VND or points.
 */
export interface DrawnRow {
  side: 'partner' | 'service'
  code: string
  type: '1' | '-1'
  currency: 'VND' | 'POINT'
  money: { amount: number; fee: number; tax: number; discount: number }
  texts: {
    invoiceCode: string
    merchantCode: string
    mid: string
    tid: string
    date: string
    time: string
  }
  /** The status as in the file; only 0 is success. */
  status: string
  fault?: 'bad_checksum' | 'malformed'
  /** The row as in the file, after it was written; it orders rows that are otherwise equal. */
  text?: string
}

export interface OracleOutcome {
  counts: Record<string, number>
  exceptions: { bad_checksum: number; malformed: number; duplicate: number }
  /** `code|type|status|differing columns`, sorted. */
  differences: string[]
}

const moneyNames = ['amount', 'fee', 'tax', 'discount'] as const
const order = [
  'invoiceCode',
  'amount',
  'currency',
  'fee',
  'tax',
  'discount',
  'merchantCode',
  'mid',
  'tid',
  'date',
  'time',
]

function judge(
  partner: DrawnRow | undefined,
  service: DrawnRow[],
): { status: string; differs: string[] } {
  const worth = (row: DrawnRow, name: (typeof moneyNames)[number]) =>
    row.money[name] * (row.currency === 'POINT' ? 1000 : 1)
  const differs: string[] = []
  if (partner && service.length > 0) {
    for (const name of moneyNames) {
      let sum = 0
      for (const row of service) sum += worth(row, name)
      if (sum !== partner.money[name]) differs.push(name)
    }
    if (differs.includes('amount') && !service.some((row) => row.currency === 'VND'))
      differs.push('currency')
    for (const name of Object.keys(partner.texts) as (keyof DrawnRow['texts'])[]) {
      if (service.some((row) => row.texts[name] !== partner.texts[name])) differs.push(name)
    }
  }
  differs.sort((one, other) => order.indexOf(one) - order.indexOf(other))
  const partnerWon = partner?.status === '0'
  const serviceWon = service.map((row) => row.status === '0')
  if (!partnerWon && serviceWon.includes(true)) return { status: '01', differs }
  const isMissing = service.length === 0 || serviceWon.includes(false)
  if (partnerWon && isMissing) return { status: '02', differs }
  return { status: differs.length > 0 ? '03' : '00', differs }
}

type Group = readonly [partner: DrawnRow[], vnd: DrawnRow[], points: DrawnRow[]]

/** The halves of a refund if the partner has a row for one of them; otherwise all rows as one group. */
function groupsOf(type: string, [partner, vnd, points]: Group): Group[] {
  const whole: Group[] = [[partner, vnd, points]]
  if (type !== '-1' || vnd.length === 0 || points.length === 0) return whole
  const isMoney = ({ money }: DrawnRow) => vnd.some((v) => v.money.amount === money.amount)
  const isPoints = ({ money }: DrawnRow) =>
    points.some((q) => q.money.amount * 1000 === money.amount)
  const isBoth = ({ money }: DrawnRow) =>
    vnd.some((v) => points.some((q) => v.money.amount + q.money.amount * 1000 === money.amount))
  if (!partner.some((p) => isMoney(p) || isPoints(p)) || partner.some(isBoth)) return whole
  // If both halves have the same value, the first row is for the money and the second for the points.
  const ofPoints: DrawnRow[] = []
  let hasMoney = false
  const sorted = partner.toSorted((one, other) => ((one.text ?? '') < (other.text ?? '') ? -1 : 1))
  for (const row of sorted) {
    const isSecond = hasMoney && ofPoints.length === 0
    if (isPoints(row) && (!isMoney(row) || isSecond)) ofPoints.push(row)
    else hasMoney ||= isMoney(row)
  }
  return [
    [partner.filter((p) => !ofPoints.includes(p)), vnd, []],
    [ofPoints, [], points],
  ]
}

export function oracle(rows: readonly DrawnRow[]): OracleOutcome {
  const counts: Record<string, number> = { '00': 0, '01': 0, '02': 0, '03': 0 }
  const exceptions = { bad_checksum: 0, malformed: 0, duplicate: 0 }
  const differences: string[] = []
  const byCode = new Map<string, Map<string, Map<string, DrawnRow[]>>>()
  for (const row of rows) {
    if (row.fault) {
      exceptions[row.fault] += 1
      continue
    }
    const byType = byCode.get(row.code) ?? new Map<string, Map<string, DrawnRow[]>>()
    byCode.set(row.code, byType)
    const bySide = byType.get(row.type) ?? new Map<string, DrawnRow[]>()
    byType.set(row.type, bySide)
    const place = row.side + row.currency
    bySide.set(place, [...(bySide.get(place) ?? []), row])
  }
  for (const [code, byType] of byCode) {
    for (const [type, bySide] of byType) {
      const drawn: Group = [
        bySide.get('partnerVND') ?? [],
        bySide.get('serviceVND') ?? [],
        bySide.get('servicePOINT') ?? [],
      ]
      for (const [partner, vnd, points] of groupsOf(type, drawn)) {
        for (const side of [partner, vnd, points])
          exceptions.duplicate += Math.max(0, side.length - 1)
        const verdicts = []
        for (const p of partner.length > 0 ? partner : [undefined]) {
          for (const v of vnd.length > 0 ? vnd : [undefined]) {
            for (const q of points.length > 0 ? points : [undefined]) {
              verdicts.push(
                judge(
                  p,
                  [v, q].filter((row) => row !== undefined),
                ),
              )
            }
          }
        }
        const rank = ['00', '03', '02', '01']
        verdicts.sort(
          (one, other) =>
            rank.indexOf(one.status) - rank.indexOf(other.status) ||
            one.differs.length - other.differs.length,
        )
        const best = verdicts[0] ?? { status: 'none', differs: [] }
        const tied = verdicts.filter(
          ({ status, differs }) => status === best.status && differs.length === best.differs.length,
        )
        counts[best.status] = (counts[best.status] ?? 0) + 1
        if (best.status === '00') continue
        const texts = [...new Set(tied.map(({ differs }) => differs.join('+')))]
        // If several rows disagree with the other side equally, only the number of differing columns is certain.
        const text = texts.length === 1 ? (texts[0] ?? '') : `any ${best.differs.length}`
        differences.push(`${code}|${type}|${best.status}|${text}`)
      }
    }
  }
  return { counts, exceptions, differences: differences.sort() }
}
