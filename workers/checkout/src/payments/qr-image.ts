import type { Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'

/** Modules of white around a QR, as ISO 18004 asks for. */
const quietZone = 4

/**
 * Draws a text as a QR in SVG: dark on white in dark mode too, because scanners want it so.
 *
 * @throws Error when the text is too long for a QR
 */
export function qrImage(text: string, label: string): Markup {
  const code = generate(text, { minCorrectionLevel: correction.M })
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
