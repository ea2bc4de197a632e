/**
 * The colours of a colour scheme of a style sheet by the names of their custom properties, such as
 * `ink`.
 */
export type SchemeColors = (name: string) => string

/**
 * Reads the colours of both schemes out of a style sheet: its first two `:root` rules, the light
 * one first.
 *
 * @returns pairs for `it.each`; a colour that the sheet does not have is an empty text
 */
export function schemeColors(styles: string): readonly (readonly [string, SchemeColors])[] {
  const [, light = '', dark = ''] = styles.split(':root {')
  return [
    ['light', colorsOf(light)],
    ['dark', colorsOf(dark)],
  ]
}

function colorsOf(rule: string): SchemeColors {
  const [declarations = ''] = rule.split('}')
  const values = new Map(
    declarations.split(';').map((declaration) => {
      const [name = '', value = ''] = declaration.split(':')
      return [name.trim(), value.trim()] as const
    }),
  )
  return (name) => values.get(`--${name}`) ?? ''
}
