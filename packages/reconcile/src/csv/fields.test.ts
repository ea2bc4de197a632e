import { expect, it } from 'vitest'
import { formatRecordForPeople } from './fields.ts'

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@A1', "'@A1"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r'=1"`],
  ['\n=1', `"'\n'=1"`],
  // Signs of full width, which spreadsheets of some languages take for the ASCII ones.
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠A1', "'＠A1"],
  // Where the decimal sign is a comma, as in Vietnam, spreadsheets separate fields by semicolons.
  ['table 5;=1+1', "table 5;'=1+1"],
  ['a;=1;=2', "a;'=1;'=2"],
  ['a; "=1"', `"a;' ""=1"""`],
  [`a;${' '.repeat(20)}\t=1`, `a;'${' '.repeat(20)}\t=1`],
  // A spreadsheet that separates by semicolons sees no quote at the start of a field before the
  // line break: the record ends there for it.
  ['table 5\n=1+1;', `"table 5\n'=1+1;"`],
  ['table 5\r\n @A1', `"table 5\r\n' @A1"`],
])('prevents %j from being run as a formula', (value, written) => {
  expect(formatRecordForPeople(['x', value])).toBe(`x,${written}`)
})

it.each(['', 'a=b', '5-3', 'a;b', 'Cà phê', "'=1", '12;5'])('keeps %j', (value) => {
  expect(formatRecordForPeople([value])).toBe(value)
})
