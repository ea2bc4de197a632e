import type { Choice } from '../forms/form-parts.tsx'

/** The offered choices of a question, with their texts from the messages. */
export function choicesOf<Value extends string>(
  texts: Readonly<Record<Value, readonly string[]>>,
  offered: readonly Value[],
): readonly Choice[] {
  return offered.map((value) => {
    const [label = value, hint = ''] = texts[value]
    return { value, label, hint }
  })
}
