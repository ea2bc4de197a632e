import { ConfigurationError, contrastOf, isColor, type SettingProblem } from '@merchant-edge/pages'
import type { CheckoutEnv } from '../checkout-env.ts'

/** The merchant's own look of the customers' pages. */
export interface Brand {
  /**
   * Name at the top of every page; the word for "checkout" in the customer's language when left
   * out.
   */
  readonly name?: string
  readonly logo?: BrandLogo
  /** Colour of buttons and links, `#rrggbb`. */
  readonly color?: string
  /** Colour behind the cards on light pages, `#rrggbb`. */
  readonly background?: string
}

/** The picture beside the name. */
export interface BrandLogo {
  readonly type: 'image/svg+xml' | 'image/png'
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The variables of the Worker that set the merchant's name, logo and colours. */
export type BrandVariables = Pick<
  CheckoutEnv,
  'BRAND_NAME' | 'BRAND_LOGO' | 'BRAND_COLOR' | 'BRAND_BACKGROUND'
>

const maxNameChars = 40
/** A variable of a Worker has 5 kB. */
const maxLogoChars = 5_120
const minTextContrast = 4.5

/** The lightest text colour on the background of a light page. */
export const softInk = '#596170'

const logoPattern = /^data:(image\/svg\+xml|image\/png);base64,([A-Za-z0-9+/]+={0,2})$/

function refuse(name: keyof BrandVariables, problem: string, remedy: string): never {
  throw new ConfigurationError('checkout', [{ name, problem, remedy }])
}

function readName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > maxNameChars || /\p{Cc}/u.test(trimmed)) {
    return refuse(
      'BRAND_NAME',
      `must have 1 to ${maxNameChars} characters`,
      'Set it to the name that customers know the shop by.',
    )
  }
  return trimmed
}

function readColor(name: 'BRAND_COLOR' | 'BRAND_BACKGROUND', color: string): string {
  if (!isColor(color)) {
    return refuse(
      name,
      'must be # and six hexadecimal digits',
      'Set it to a colour such as #1d4ed8.',
    )
  }
  return color.toLowerCase()
}

function readBackground(background: string): string {
  const color = readColor('BRAND_BACKGROUND', background)
  const contrast = contrastOf(color, softInk)
  if (contrast < minTextContrast) {
    return refuse(
      'BRAND_BACKGROUND',
      `makes text hard to read: its contrast with ${softInk} is ${contrast.toFixed(1)} to 1, and text needs ${minTextContrast} to 1`,
      'Choose a lighter colour.',
    )
  }
  return color
}

const pngStart = [0x89, 0x50, 0x4e, 0x47]

function hasContentOf(type: BrandLogo['type'], bytes: Uint8Array): boolean {
  if (type === 'image/png') return pngStart.every((byte, index) => bytes[index] === byte)
  return /<svg[\s>]/.test(new TextDecoder().decode(bytes))
}

function readLogo(logo: string): BrandLogo {
  const [, declared, base64] = logo.length > maxLogoChars ? [] : (logoPattern.exec(logo) ?? [])
  const type = declared === 'image/png' ? 'image/png' : 'image/svg+xml'
  const bytes = decodeBase64(base64 ?? '')
  if (bytes === undefined || !hasContentOf(type, bytes)) {
    return refuse(
      'BRAND_LOGO',
      `must be an SVG or PNG of at most ${maxLogoChars} characters as data:image/svg+xml;base64,... or data:image/png;base64,...`,
      'Write it with: base64 -w0 logo.svg',
    )
  }
  return { type, bytes }
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/**
 * Reads the merchant's look from the variables of the Worker.
 *
 * @throws ConfigurationError when one is malformed, or makes text hard to read
 */
export function readBrand(variables: BrandVariables): Brand {
  const { BRAND_NAME, BRAND_LOGO, BRAND_COLOR, BRAND_BACKGROUND } = variables
  return {
    ...(BRAND_NAME !== undefined && { name: readName(BRAND_NAME) }),
    ...(BRAND_LOGO !== undefined && { logo: readLogo(BRAND_LOGO) }),
    ...(BRAND_COLOR !== undefined && { color: readColor('BRAND_COLOR', BRAND_COLOR) }),
    ...(BRAND_BACKGROUND !== undefined && { background: readBackground(BRAND_BACKGROUND) }),
  }
}

/** All problems of the brand settings; as long as there is one, the pages use the default look. */
export function brandProblems(variables: BrandVariables): readonly SettingProblem[] {
  const { BRAND_NAME, BRAND_LOGO, BRAND_COLOR, BRAND_BACKGROUND } = variables
  const each: readonly BrandVariables[] = [
    { ...(BRAND_NAME !== undefined && { BRAND_NAME }) },
    { ...(BRAND_LOGO !== undefined && { BRAND_LOGO }) },
    { ...(BRAND_COLOR !== undefined && { BRAND_COLOR }) },
    { ...(BRAND_BACKGROUND !== undefined && { BRAND_BACKGROUND }) },
  ]
  return each.flatMap((variable) => {
    try {
      readBrand(variable)
      return []
    } catch (error) {
      if (error instanceof ConfigurationError) return error.problems
      throw error
    }
  })
}
