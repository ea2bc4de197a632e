/** The colours of a colour scheme of a style sheet by the names of their custom properties, such as `ink`. */
export type SchemeColors = (name: string) => string

/**
 * Reads the colours of both schemes out of a style sheet: its first two `:root` rules, the light one first.
 *
 * @returns pairs for `it.each`; the colour of a name is `#` and six digits, and empty when there is none
 */
export function schemeColors(styles: string): readonly (readonly [string, SchemeColors])[] {
  const [light = '', dark = ''] = [...styles.matchAll(/:root \{[^}]+\}/g)].map(([rule]) => rule)
  const colorsOf =
    (rule: string): SchemeColors =>
    (name) =>
      new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(rule)?.[1] ?? ''
  return [
    ['light', colorsOf(light)],
    ['dark', colorsOf(dark)],
  ]
}
