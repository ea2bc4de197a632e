/**
 * Joins the named fields for a signed text. A field that held the separator could be cut apart in two
 * ways under one signature, so it is refused.
 *
 * @throws TypeError naming the field
 */
export function joinFields<Name extends string>(
  separator: ';' | '|',
  names: readonly Name[],
  fields: { readonly [Field in Name]: string | number },
): string {
  let text = ''
  for (const name of names) {
    const field = `${fields[name] ?? separator}`
    if (field.includes(separator))
      throw new TypeError(`${name} must be text without "${separator}"`)
    text += separator + field
  }
  return text.slice(1)
}
