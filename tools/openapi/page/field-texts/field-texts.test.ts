import { expect, it } from 'vitest'
import { merchantApi } from '../../service/merchant-api.ts'
import { workersApi } from '../../workers-api.ts'
import { apiPage } from '../api-page.ts'
import { allFieldTexts } from './all-field-texts.ts'
import { fieldTextInVietnamese } from './field-text-in-vietnamese.ts'

const documents = await Promise.all([merchantApi(), workersApi()])
const page = await apiPage(documents, 'en', { en: 'api.html', vi: 'api.vi.html' })

const vietnameseLetter = /[àáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵđ]/i
/** Fields, codes, values, open points and dates, which are the same in every language. */
const names = /`[^`]+`|G-\d+|[a-z]+(?:_[a-z]+)+|[A-Z]{2,}[A-Z_]+/g
/** Numbers, without the separators of thousands. */
const numbersOf = (text: string) =>
  [...text.replaceAll(/(?<=\d)[.,](?=\d{3})/g, '').matchAll(/\d+/g)].map(([number]) => number)

it('each text has one translation, and belongs to an existing field', () => {
  const english = allFieldTexts.map(([text]) => text)
  const shown = (text: string) =>
    text.replaceAll("'", '&#39;').replaceAll(/`([^`]*)`/g, '<code>$1</code>')

  expect(english.length).toBeGreaterThan(350)
  expect(new Set(english).size).toBe(english.length)
  expect(english.filter((text) => !page.includes(`<td>${shown(text)}</td>`))).toEqual([])
})

it.each(allFieldTexts)('%s', (english, vietnamese) => {
  const isOfNames = english.replaceAll(/`[^`]+`|[^\p{L}]|or/gu, '') === ''

  expect(vietnamese).toBe(vietnamese.normalize('NFC'))
  expect(vietnamese.at(-1)).toBe(english.at(-1))
  for (const [name] of english.matchAll(names)) expect(vietnamese).toContain(name)
  for (const number of numbersOf(english)) expect(numbersOf(vietnamese)).toContain(number)
  if (!isOfNames) expect(vietnamese).toMatch(vietnameseLetter)
})

it('a field without a Vietnamese text is an error that names the text and where to add it', () => {
  expect(fieldTextInVietnamese('')).toBe('')
  expect(() => fieldTextInVietnamese('What nobody has told yet.')).toThrow(
    /What nobody has told yet\..*field-texts/,
  )
})
