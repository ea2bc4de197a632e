import { contrastOf } from '@merchant-edge/pages'
import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '@merchant-edge/pages'
import { ask, orderView, paths } from '../../test/ask-checkout.ts'
import { type BrandVariables, readBrand } from './brand.ts'
import { brandStyles } from './brand-styles.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'
const svgLogo = `data:image/svg+xml;base64,${btoa(svg)}`

const orders = { refreshPayment: async () => orderView(), find: async () => orderView() }

async function pageWith(env: BrandVariables) {
  const { response, lines } = await ask(`${paths.status}&lang=en`, { orders, env })
  return { text: await response.text(), status: response.status, lines }
}

function variable(styles: string, name: string): readonly string[] {
  return [...styles.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'g'))].map(
    ([, color]) => color ?? '',
  )
}

describe('the look of the merchant', () => {
  it('sets name, logo and colours of a page', async () => {
    const { text, status } = await pageWith({
      BRAND_NAME: ' Sách & Bạn ',
      BRAND_LOGO: svgLogo,
      BRAND_COLOR: '#B23A48',
    })
    expect(status).toBe(200)
    expect(text).toMatch(/<title>.* · Sách &amp; Bạn<\/title>/)
    const [, logoPath] = /<img class="logo" src="([^"]+)" alt=""/.exec(text) ?? []
    const [, stylesPath] = /<link rel="stylesheet" href="(\/brand\.css[^"]+)"/.exec(text) ?? []
    const env = { BRAND_LOGO: svgLogo, BRAND_COLOR: '#b23a48' }
    const logo = await ask(logoPath ?? '', { env })
    expect(logo.response.headers.get('content-type')).toBe('image/svg+xml')
    expect(logo.response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(logo.response.headers.get('cache-control')).toContain('immutable')
    expect(await logo.response.text()).toBe(svg)
    const styles = await ask(stylesPath ?? '', { env })
    expect(styles.response.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(styles.response.headers.get('cache-control')).toContain('immutable')
    expect(await styles.response.text()).toContain('--accent: #b23a48;')
  })

  it('is also on error pages', async () => {
    const { response } = await ask('/nowhere?lang=en', { env: { BRAND_NAME: 'Edge Books' } })
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('<span class="name">Edge Books</span>')
  })

  it('is the default of the checkout when nothing is configured', async () => {
    const { text } = await pageWith({})
    expect(text).toContain('<span class="name">Checkout</span>')
    expect(text).not.toContain('brand.css')
    const logo = await ask('/brand-logo')
    expect(logo.response.status).toBe(404)
  })

  it('is left out and logged where it is malformed, and the page is served', async () => {
    const { text, status, lines } = await pageWith({ BRAND_NAME: 'Edge', BRAND_COLOR: 'red' })
    expect(status).toBe(200)
    expect(text).toContain('<span class="name">Checkout</span>')
    expect(lines).toEqual([
      {
        event: 'not_configured',
        detail:
          'ConfigurationError: BRAND_COLOR of the checkout Worker: must be # and six hexadecimal digits. Set it to a colour such as #1d4ed8.',
      },
    ])
  })

  it.each<[string, BrandVariables, string]>([
    [
      'an empty name',
      { BRAND_NAME: '  ' },
      'BRAND_NAME of the checkout Worker: must have 1 to 40 characters',
    ],
    [
      'a long name',
      { BRAND_NAME: 'x'.repeat(41) },
      'BRAND_NAME of the checkout Worker: must have 1 to 40 characters',
    ],
    [
      'a name of two lines',
      { BRAND_NAME: 'a\nb' },
      'BRAND_NAME of the checkout Worker: must have 1 to 40 characters',
    ],
    ['a short colour', { BRAND_COLOR: '#fff' }, 'BRAND_COLOR of the checkout Worker: must be #'],
    [
      'CSS in a colour',
      { BRAND_COLOR: '#ffffff;}' },
      'BRAND_COLOR of the checkout Worker: must be #',
    ],
    ['a dark background', { BRAND_BACKGROUND: '#888888' }, 'its contrast with #596170 is 1.8 to 1'],
    [
      'a logo elsewhere',
      { BRAND_LOGO: 'https://shop.example/logo.svg' },
      'BRAND_LOGO of the checkout Worker: must be',
    ],
    [
      'no base64',
      { BRAND_LOGO: 'data:image/png;base64,a' },
      'BRAND_LOGO of the checkout Worker: must be',
    ],
    ['a page as a logo', { BRAND_LOGO: `data:image/svg+xml;base64,${btoa('<html>')}` }, 'BRAND_'],
    [
      'an SVG that says PNG',
      { BRAND_LOGO: svgLogo.replace('svg+xml', 'png') },
      'BRAND_LOGO of the checkout Worker: must',
    ],
    ['a large logo', { BRAND_LOGO: svgLogo + 'A'.repeat(5_120) }, 'at most 5120 characters'],
  ])('refuses %s', (_case, variables, message) => {
    expect(() => readBrand(variables)).toThrow(ConfigurationError)
    expect(() => readBrand(variables)).toThrow(message)
  })
})

describe('the colours of a brand', () => {
  const colors = ['#ffffff', '#000000', '#ffd400', '#b23a48', '#1d4ed8', '#777777', '#00ff00']

  it.each(colors)('are readable when the colour is %s', (color) => {
    const styles = brandStyles({ color, background: '#fbf7f0' })
    const fills = variable(styles, 'accent')
    const hovers = variable(styles, 'accent-hover')
    const onFills = variable(styles, 'on-accent')
    const [lightText = '', darkText = ''] = variable(styles, 'accent-text')
    const [lightTint = '', darkTint = ''] = variable(styles, 'tint')
    expect(fills).toEqual([color, color])
    for (const fill of [...fills, ...hovers]) {
      expect(contrastOf(onFills[0] ?? '', fill)).toBeGreaterThanOrEqual(4.5)
    }
    for (const ground of ['#ffffff', '#fbf7f0', lightTint]) {
      expect(contrastOf(lightText, ground)).toBeGreaterThanOrEqual(4.5)
    }
    for (const ground of ['#161a21', '#0d1015', darkTint]) {
      expect(contrastOf(darkText, ground)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('keep the background of dark pages', () => {
    const styles = brandStyles({ background: '#fbf7f0' })
    expect(styles).toContain('@media not (prefers-color-scheme: dark) { :root { --ground: #fbf7f0;')
    expect(styles).not.toContain('@media (prefers-color-scheme: dark)')
  })

  it('are the defaults when the merchant chose none', () => {
    expect(brandStyles({ name: 'Edge Books' })).toBe('')
  })
})
