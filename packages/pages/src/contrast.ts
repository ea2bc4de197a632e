/** A colour by its parts, each from 0 to 255. */
interface Color {
  readonly red: number
  readonly green: number
  readonly blue: number
}

const colorPattern = /^#[0-9a-f]{6}$/i

/** Whether a text is a colour as the pages take it: `#` and six hexadecimal digits. */
export function isColor(text: string): boolean {
  return colorPattern.test(text)
}

function partsOf(color: string): Color {
  if (!isColor(color)) throw new TypeError(`${color} is no colour: # and six hexadecimal digits.`)
  const value = Number.parseInt(color.slice(1), 16)
  return { red: value >> 16, green: (value >> 8) & 255, blue: value & 255 }
}

function linear(part: number): number {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function luminanceOf(color: string): number {
  const { red, green, blue } = partsOf(color)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/**
 * The contrast of two colours, from 1 (the same) to 21 (black and white). Text needs 4.5, the
 * border of a field 3.
 *
 * @param first `#rrggbb`
 * @param second `#rrggbb`
 * @throws TypeError when one of them is no such colour
 * @see WCAG 2.2, contrast ratio; success criteria 1.4.3 and 1.4.11
 */
export function contrastOf(first: string, second: string): number {
  const luminances = [luminanceOf(first), luminanceOf(second)]
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05)
}

/**
 * A colour between two others.
 *
 * @param share how much of `second` is in it, from 0 to 1
 * @throws TypeError when one of them is not `#rrggbb`
 */
export function mixColors(first: string, second: string, share: number): string {
  const a = partsOf(first)
  const b = partsOf(second)
  const mixed = [
    a.red + (b.red - a.red) * share,
    a.green + (b.green - a.green) * share,
    a.blue + (b.blue - a.blue) * share,
  ]
  return `#${mixed.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Returns the one of two colours that has more contrast to a background. */
export function readableOn(ground: string, [first, second]: readonly [string, string]): string {
  return contrastOf(first, ground) >= contrastOf(second, ground) ? first : second
}

/**
 * A colour with enough contrast to every background: the colour itself, or mixed with as little of
 * `towards` as necessary.
 *
 * @param towards black for light backgrounds, white for dark ones
 * @param grounds the background colours
 * @param least the required contrast, such as 4.5 for text
 */
export function strengthened(
  color: string,
  towards: string,
  { grounds, min }: { readonly grounds: readonly string[]; readonly min: number },
): string {
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mixColors(color, towards, share)
    if (grounds.every((ground) => contrastOf(candidate, ground) >= min)) return candidate
  }
  return towards
}
