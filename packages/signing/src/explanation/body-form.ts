import { checkArguments } from '../check-options.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether a run of `\u` escapes stands for a character beyond ASCII; half a character has no other form. */
function hidesCharacter(escapes: string): boolean {
  const codes = escapes.match(/[\da-f]{4}/gi) ?? []
  const units = String.fromCharCode(...codes.map((code) => Number.parseInt(code, 16)))
  return /[^\0-\x7f\p{Cs}]/u.test(units)
}

/**
 * What is wrong with the form of a signed body, in words that follow "the body has". The signed text
 * has compact JSON in which characters beyond ASCII stand as they are, and a service that writes the
 * body anew before it verifies it gets that form. Assumes G-171.
 *
 * @returns `undefined` for a body in that form, for none, and for one that is no JSON
 * @see Specification 5.2
 *
 * @example
 * ```ts
 * import { bodyFormProblem } from '@merchant-edge/signing/explain'
 *
 * if (bodyFormProblem('{"note":"Phở: 1"}') !== undefined) throw new Error('This is compact.')
 * if (bodyFormProblem('{"a": 1}') === undefined) throw new Error('There is a space after the colon.')
 * ```
 */
export function bodyFormProblem(body: string): string | undefined {
  checkArguments('bodyFormProblem', {}, { body })
  if (!isJson(body)) return undefined
  const betweenTexts = body.replaceAll(/\\./g, '').replaceAll(/"[^"]*"/g, '')
  if (/\s/.test(betweenTexts)) return 'spaces or line ends between its parts'
  // An escaped backslash is taken as a whole, so that the letter after it begins no escape.
  const escapes = body.match(/(?:\\u[\da-f]{4})+|\\[^u]/gi) ?? []
  const isHidden = escapes.some((text) => text.startsWith('\\u') && hidesCharacter(text))
  return isHidden ? '\\u escapes instead of the characters themselves' : undefined
}
