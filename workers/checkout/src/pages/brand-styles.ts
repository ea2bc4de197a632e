import { mixColors, readableOn, strengthened } from '@merchant-edge/pages'
import type { Brand } from './brand.ts'

const black = '#000000'
const white = '#ffffff'
const lightGround = '#f5f6f8'
const darkCard = '#161a21'
const darkGround = '#0d1015'

const textContrast = 4.5

interface Accent {
  readonly color: string
  readonly card: string
  readonly grounds: readonly string[]
  /** The colour that is mixed in until the text is readable. */
  readonly towards: string
}

function accentVariables({ color, card, grounds, towards }: Accent): string {
  const tint = mixColors(card, color, 0.1)
  const onAccent = readableOn(color, [white, black])
  // Mixed away from the text colour, so that the contrast does not shrink.
  const hover = mixColors(color, onAccent === white ? black : white, 0.14)
  const text = strengthened(color, towards, {
    grounds: [...grounds, card, tint],
    min: textContrast,
  })
  return `--accent: ${color}; --accent-hover: ${hover}; --on-accent: ${onAccent}; --accent-text: ${text}; --wait: ${text}; --tint: ${tint};`
}

/**
 * The merchant's colours as a style sheet after the one of the checkout. The text on a button is
 * the one of black and white that is read more easily; where the colour itself is used for text, it
 * is darkened or lightened until its contrast is 4.5 to 1 on every background.
 *
 * @returns an empty text when the merchant chose no colour
 */
export function brandStyles({ color, background }: Brand): string {
  const ground = background ?? lightGround
  const light = [
    background === undefined ? '' : `--ground: ${background};`,
    color === undefined
      ? ''
      : accentVariables({ color, card: white, grounds: [ground], towards: black }),
  ].join(' ')
  const dark =
    color === undefined
      ? ''
      : accentVariables({ color, card: darkCard, grounds: [darkGround], towards: white })
  if (light.trim() === '') return ''
  // The background applies to light pages only; dark pages keep their own.
  return `@media not (prefers-color-scheme: dark) { :root { ${light} } }
${dark === '' ? '' : `@media (prefers-color-scheme: dark) { :root { ${dark} } }\n`}`
}
