import { allFieldTexts } from './all-field-texts.ts'

const vietnamese: ReadonlyMap<string, string> = new Map(allFieldTexts)

/**
 * The Vietnamese of the text of a field or of a parameter.
 *
 * @param english the text in the contract; empty for a field without one
 * @throws Error when the text is new or was changed, and has no Vietnamese
 */
export function fieldTextInVietnamese(english: string): string {
  if (english === '') return ''
  const text = vietnamese.get(english)
  if (text !== undefined) return text
  throw new Error(
    `The API page has no Vietnamese for the text of a field: "${english}". Add it to a file of tools/openapi/page/field-texts.`,
  )
}
