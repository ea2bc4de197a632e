/** A part of a signed text: its name and, when it is more than text without separator, its form. */
export type Part<Name extends string> = readonly [name: Name, form?: RegExp]

/**
 * Joins parts for a signed text. A part that held the separator could be cut apart in two ways under one
 * signature, so it is refused.
 *
 * @throws TypeError naming the part, and the form that it must have
 */
export function joinParts<Name extends string>(
  separator: ';' | '|',
  parts: readonly Part<Name>[],
  values: { readonly [Field in Name]: string | number },
): string {
  const free = RegExp(`^[^${separator}]*$`)
  return parts
    .map(([name, form = free]) => {
      const value = `${values[name] ?? separator}`
      if (!form.test(value)) {
        throw new TypeError(`${name} must match ${form}`)
      }
      return value
    })
    .join(separator)
}
