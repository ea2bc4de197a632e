/** A part of a signed text: its name and, when it is more than text without separator, its form in words. */
export type Part<Name extends string> = readonly [name: Name, form?: RegExp, demand?: string]

/**
 * Joins parts for a signed text. A part that held the separator could be cut apart in two ways under one
 * signature, so it is refused.
 *
 * @throws TypeError naming the part, and what it must be
 */
export function joinParts<Name extends string>(
  separator: ';' | '|',
  parts: readonly Part<Name>[],
  values: { readonly [Field in Name]: string | number },
): string {
  const free = RegExp(`^[^${separator}]*$`)
  return parts
    .map(([name, form = free, demand = `be text without "${separator}"`]) => {
      const value = `${values[name] ?? separator}`
      if (!form.test(value)) throw new TypeError(`${name} must ${demand}`)
      return value
    })
    .join(separator)
}
