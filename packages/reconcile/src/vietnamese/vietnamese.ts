import { isErrorCode, remedyOfStop } from '../reconcile-error.ts'
import { causesOfExceptions } from '../rows/row-exception.ts'
import { exceptionTexts, type ExceptionWords } from './exception-texts.vi.ts'
import { stopRemedies, stopSentences } from './stop-texts.vi.ts'

export type { ExceptionWords } from './exception-texts.vi.ts'

const words: ReadonlyMap<string, ExceptionWords> = new Map(Object.entries(exceptionTexts))

/**
 * Why a row was excluded from the comparison and what to do, in Vietnamese.
 *
 * @param reason `reason` of a `RowException`, or of a line of `exceptions.csv`
 * @returns `undefined` for any other text
 *
 * @example
 * ```ts
 * import { exceptionInVietnamese } from '@merchant-edge/reconcile/vi'
 *
 * const words = exceptionInVietnamese('not_utf8')
 * if (words?.cause !== 'Giá trị không phải UTF-8.') throw new Error(words?.cause)
 * ```
 */
export function exceptionInVietnamese(reason: string): ExceptionWords | undefined {
  return words.get(reason)
}

const causes: ReadonlyMap<string, string> = new Map(
  causesOfExceptions().map(([reason, cause]) => [cause, exceptionTexts[reason].cause]),
)

/** The first of what is left to tell, in Vietnamese, and the rest of it. */
function tellFirst(text: string): readonly [told: string, rest: string] | undefined {
  for (const [sentence, telling] of stopSentences) {
    const found = sentence.exec(text)
    if (found !== null) return [telling(...found.slice(1)), text.slice(found[0].length)]
  }
  for (const [cause, told] of causes) {
    if (text.startsWith(cause)) return [told, text.slice(cause.length)]
  }
  return undefined
}

/**
 * Why a run was stopped and what to do, in Vietnamese.
 *
 * @param code `code` of a `ReconcileError`
 * @param message its `message`
 * @returns the sentences, or `undefined` for a code or a message that is of no `ReconcileError`
 */
export function stopInVietnamese(code: string, message: string): string | undefined {
  if (!isErrorCode(code) || !message.endsWith(remedyOfStop(code))) return undefined
  const told: string[] = []
  let rest = message.slice(0, -remedyOfStop(code).length).trim()
  while (rest !== '') {
    const first = tellFirst(rest)
    if (first === undefined) return undefined
    told.push(first[0])
    rest = first[1].trim()
  }
  return [...told, stopRemedies[code]].join(' ')
}
