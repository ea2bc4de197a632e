import type { DrawnRow } from './oracle.ts'
import { type RowText, partnerLine, serviceLine } from './file-text.ts'
import type { createRandom } from './random.ts'

type Random = ReturnType<typeof createRandom>

/** Writes an amount in one of its equivalent spellings. */
function amountText(parts: number, random: Random): string {
  const whole = Math.floor(parts / 10_000)
  const rest = String(parts % 10_000).padStart(4, '0')
  const shortest = rest === '0000' ? String(whole) : `${whole}.${rest.replace(/0+$/, '')}`
  if (random.chance(0.7)) return shortest
  return random.pick([
    `${whole}.${rest}`,
    `0${shortest}`,
    rest.endsWith('00') ? `${whole}.${rest.slice(0, 2)}` : shortest,
  ])
}

/** Codes that a careless parser confuses with each other, or with a number. */
const hostileCodes = [
  'W',
  'W00',
  'w1',
  'W1 ',
  ' W1',
  'W,1',
  'W"1"',
  '"W1"',
  '\u{feff}W1',
  'Wé',
  '-1',
]

function drawCode(random: Random): string {
  return random.chance(0.85) ? `W${random.below(12)}` : random.pick(hostileCodes)
}

function drawRow(side: DrawnRow['side'], code: string, random: Random): DrawnRow {
  return {
    side,
    code,
    type: random.chance(0.85) ? '1' : '-1',
    currency: 'VND',
    money: {
      amount: (1 + random.below(9)) * 10_000_000,
      fee: random.pick([0, 15_000]),
      tax: 0,
      discount: 0,
    },
    texts: {
      invoiceCode: random.pick(['I1', 'I,2', 'I"3"', 'Hoá đơn', '\u{feff}I1']),
      merchantCode: random.pick(['M', '']),
      mid: 'MID',
      tid: random.pick(['T1', 'T2']),
      date: random.pick(['20/11/2026', '19/11/2026']),
      time: random.pick(['', '23:59:59']),
    },
    status: '0',
  }
}

function otherSide(row: DrawnRow): DrawnRow {
  return { ...row, side: 'service', money: { ...row.money }, texts: { ...row.texts } }
}

function disturb(row: DrawnRow, random: Random): void {
  const isPartner = row.side === 'partner'
  const what = random.below(8)
  if (what === 0) row.status = random.pick(isPartner ? ['1', '2'] : ['1', '-1'])
  if (what === 1) row.money.amount += random.pick([1, 10_000])
  if (what === 2) row.money.fee += 100
  if (what === 3) row.texts.tid += 'x'
  if (what === 4) row.texts.invoiceCode += '-'
  if (what === 5) row.fault = 'bad_checksum'
  if (what === 6) row.fault = 'malformed'
  if (what === 7) row.type = row.type === '1' ? '-1' : '1'
}

/** Splits an amount of the service into money and points. */
function splitIntoPoints(row: DrawnRow, random: Random): DrawnRow[] {
  const points = { ...row, currency: 'POINT' as const, texts: { ...row.texts } }
  const inPoints = random.pick([row.money.amount, 10_000_000])
  points.money = { amount: inPoints / 1000, fee: 0, tax: 0, discount: 0 }
  if (inPoints === row.money.amount && row.money.fee === 0) return [points]
  const money = { ...row, money: { ...row.money, amount: row.money.amount - inPoints } }
  return [money, points]
}

/** Draws the rows of two small files, with every kind of error. */
export function drawRows(random: Random): DrawnRow[] {
  const rows: DrawnRow[] = []
  const transactions = 1 + random.below(12)
  for (let index = 0; index < transactions; index += 1) {
    const partner = drawRow('partner', drawCode(random), random)
    const service = random.chance(0.15)
      ? splitIntoPoints(otherSide(partner), random)
      : [otherSide(partner)]
    const drawn = [partner, ...service]
    if (random.chance(0.3)) disturb(random.pick(drawn), random)
    if (random.chance(0.1)) disturb(random.pick(drawn), random)
    if (random.chance(0.15)) drawn.splice(random.below(drawn.length), 1)
    if (drawn.length > 0 && random.chance(0.15)) {
      const again = random.pick(drawn)
      const copy = { ...again, money: { ...again.money }, texts: { ...again.texts } }
      if (random.chance(0.5)) disturb(copy, random)
      drawn.push(copy)
    }
    rows.push(...drawn)
  }
  return rows
}

function rowText(row: DrawnRow, random: Random): RowText {
  const { money, texts } = row
  return {
    code: row.code,
    type: row.side === 'service' && row.type === '1' && random.chance(0.2) ? '' : row.type,
    currency: row.currency,
    amount: amountText(money.amount, random),
    fee: amountText(money.fee, random),
    tax: amountText(money.tax, random),
    discount: amountText(money.discount, random),
    invoice: texts.invoiceCode,
    merchant: texts.merchantCode,
    mid: texts.mid,
    tid: texts.tid,
    date: texts.date,
    time: texts.time,
    status: row.status,
    description: random.pick(['', 'plain', '{"a":"b, c"}', 'line\r\nbreak', 'đồng "x"']),
  }
}

/** Writes drawn rows as the two files, in the order of the rows. */
export function drawnFiles(rows: readonly DrawnRow[], random: Random) {
  const files = { partner: '', service: '' }
  for (const row of rows) {
    const text = rowText(row, random)
    if (row.fault === 'malformed') text.date = '31/02/2026'
    let line = row.side === 'partner' ? partnerLine(text) : serviceLine(text)
    if (row.fault === 'bad_checksum') {
      line = line.replace(/[0-9a-f](?=\r\n$)/, (digit) => (digit === '0' ? '1' : '0'))
    }
    row.text = line.trimEnd()
    files[row.side] += random.chance(0.2) ? line.replace(/\r\n$/, '\n') : line
  }
  return { partner: marked(files.partner), service: marked(files.service) }
}

/** A byte order mark. */
export const mark = '\u{feff}'

/** Adds a byte order mark if the first field begins with one, because the first of two marks is that of the file. */
export function marked(text: string): string {
  return text.startsWith(mark) ? mark + text : text
}

/** Removes the mark that {@link marked} has added. */
export function unmarked(text: string): string {
  return text.startsWith(mark) ? text.slice(1) : text
}
