import { expect, it } from 'vitest'
import { merchantApi } from '../service/merchant-api.ts'
import type { OpenApiDocument } from '../document/open-api-document.ts'
import { workersApi } from '../workers-api.ts'
import { apiPage } from './api-page.ts'
import { inVietnamese } from './vietnamese.ts'

const documents = await Promise.all([merchantApi(), workersApi()])
const files = { en: 'api.html', vi: 'api.vi.html' }

/** What a page says of its calls, without fields, examples and codes. */
async function saidOfCalls(language: 'en' | 'vi'): Promise<readonly string[]> {
  const page = await apiPage(documents, language, files)
  const [, parts = ''] = page.split('<main')
  const text = parts
    .replaceAll(/<table[\s\S]*?<\/table>|<pre[\s\S]*?<\/pre>|<script>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<code[\s\S]*?<\/code>/g, '')
  return [...text.matchAll(/<(?:h2|p)[^>]*>([\s\S]*?)<\/(?:h2|p)>/g)].map(([, said = '']) => said)
}

/** The meaning and the rule of every field of a page, without codes, listed values and patterns. */
async function fieldsOf(language: 'en' | 'vi'): Promise<readonly string[]> {
  const page = await apiPage(documents, language, files)
  return [...page.matchAll(/<td(?: class="rule")?[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) =>
    cell.replaceAll(
      /<code>[^<]*<\/code>|\w+(?: \| \w+)+|&quot;[^&]*&quot;|\^\S+\$|[a-z]+(?:[-_][a-z]+)+/g,
      '',
    ),
  )
}

it('the Vietnamese page describes every call, and when it may be repeated, in Vietnamese', async () => {
  const english = /(?<!\p{L})(?:the|is|and|with|to|of)(?!\p{L})/iu
  const vietnamese = await saidOfCalls('vi')

  expect((await saidOfCalls('en')).filter((text) => english.test(text)).length).toBeGreaterThan(100)
  expect(vietnamese.length).toBeGreaterThan(150)
  expect(vietnamese.filter((text) => english.test(text))).toEqual([])
})

it('the Vietnamese page describes every field and its rule in Vietnamese', async () => {
  const english =
    /(?<!\p{L})(?:the|is|and|with|of|when|from|by|or|characters|array of|no|not)(?!\p{L})/iu
  const told = await fieldsOf('vi')

  expect((await fieldsOf('en')).filter((text) => english.test(text)).length).toBeGreaterThan(700)
  expect(told.length).toBeGreaterThan(1000)
  expect(told.filter((text) => english.test(text))).toEqual([])
  expect(await apiPage(documents, 'vi', files)).not.toContain('<td lang="en"')
})

it.each([
  ['en', 'at once, with the same id'],
  ['vi', 'được ngay, với cùng mã'],
] as const)('describes when a refused call may be repeated: %s', async (language, words) => {
  const page = await apiPage(documents, language, files)

  expect(page).toContain(`<td>${words}</td>`)
  expect(page).not.toMatch(/<td[^>]*>(?:never|same-id|later)<\/td>/)
})

it.each(['en', 'vi'] as const)(
  'names of fields and codes in a text are shown as code: %s',
  async (language) => {
    const page = await apiPage(documents, language, files)
    const [, parts = ''] = page.split('<main')
    const texts = parts.replaceAll(/<pre[\s\S]*?<\/pre>|<script>[\s\S]*?<\/script>/g, '')

    expect(texts).toContain('<code>linkedCustomerId</code>.')
    expect(texts).not.toContain('`')
  },
)

it.each(['en', 'vi'] as const)('describes every field: %s', async (language) => {
  const page = await apiPage(documents, language, files)
  const rows = [
    ...page.matchAll(
      /<code>([^<]+)<\/code\s*>\s*<small[^>]*>[^<]*<\/small\s*>\s*<\/th>\s*<td>([\s\S]*?)<\/td>/g,
    ),
  ]

  expect(rows.length).toBeGreaterThan(3_000)
  expect(rows.filter(([, , told = '']) => told.trim() === '').map(([, name]) => name)).toEqual([])
})

it('a call without a Vietnamese text is an error', () => {
  const [document] = documents
  const paths: OpenApiDocument['paths'] = {
    '/new': {
      post: { operationId: 'newCall', tags: [], summary: 'Makes something new.', responses: {} },
    },
  }

  expect(() => inVietnamese({ ...document, paths })).toThrow('Makes something new.')
})
