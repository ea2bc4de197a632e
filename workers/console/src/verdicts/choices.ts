import type { Choice } from '../forms/form-parts.tsx'

/** The choices of a question, out of its messages; those that are not offered are left out. */
export function choicesOf<Value extends string>(
  texts: Readonly<Record<Value, readonly string[]>>,
  offered: readonly Value[],
): readonly Choice[] {
  return offered.map((value) => {
    const [label = value, hint = ''] = texts[value]
    return { value, label, hint }
  })
}
