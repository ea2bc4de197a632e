import type { Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { type Bitmap2D, correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'

/** Modules of white around a QR, as ISO 18004 asks for. */
export const quietZone = 4

/**
 * The modules of a text as a QR.
 *
 * @throws Error when the text is too long for a QR
 */
export function qrModules(text: string): Bitmap2D {
  return generate(text, { minCorrectionLevel: correction.M })
}

/**
 * Draws a text as a QR in SVG: dark on white in dark mode too, because scanners want it so.
 *
 * @throws Error when the text is too long for a QR
 */
export function qrImage(text: string, label: string): Markup {
  const code = qrModules(text)
  const size = code.size + 2 * quietZone
  return html`<svg
    class="qr"
    viewBox="${-quietZone} ${-quietZone} ${size} ${size}"
    role="img"
    aria-label="${label}"
    shape-rendering="crispEdges"
  >
    <rect x="${-quietZone}" y="${-quietZone}" width="${size}" height="${size}" fill="#fff" />
    <path d="${toSvgPath(code)}" fill="#0b0d12" />
  </svg>`
}

/**
 * Draws a text as a QR in an SVG document, black on white, one unit for each module.
 *
 * @throws Error when the text is too long for a QR
 */
export function qrSvg(text: string): string {
  const code = qrModules(text)
  const size = code.size + 2 * quietZone
  const area = `x="${-quietZone}" y="${-quietZone}" width="${size}" height="${size}"`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-quietZone} ${-quietZone} ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect ${area} fill="#fff"/><path d="${toSvgPath(code)}" fill="#000"/></svg>`
  )
}
