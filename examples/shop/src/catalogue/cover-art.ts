import { html, raw } from 'hono/html'
import type { Cover } from './catalogue.ts'

const motifs: Readonly<Record<Cover['motif'], string>> = {
  sun: '<circle cx="60" cy="78" r="26"/><path d="M0 118q30-14 60 0t60 0v42H0z" opacity=".75"/><path d="M0 134q30-12 60 0t60 0v26H0z" opacity=".5"/>',
  waves:
    '<path d="M0 84q15-16 30 0t30 0 30 0 30 0v76H0z" opacity=".35"/><path d="M0 104q15-16 30 0t30 0 30 0 30 0v56H0z" opacity=".55"/><path d="M0 126q15-16 30 0t30 0 30 0 30 0v34H0z"/>',
  leaf: '<path d="M60 148V70" stroke="currentColor" stroke-width="3"/><path d="M60 112c-30 2-40-18-38-36 24-2 38 12 38 36zM60 94c28 0 38-18 36-36-24 0-36 14-36 36z"/>',
  steps:
    '<path d="M12 148v-20h24v20zM36 148v-40h24v40zM60 148V88h24v60zM84 148V68h24v80z"/><circle cx="24" cy="114" r="6" opacity=".5"/>',
  lamp: '<path d="M34 92l26-40 26 40z"/><path d="M58 92h4v40h-4zM42 132h36v6H42z"/><path d="M20 148l24-54h32l24 54z" opacity=".18"/>',
  gift: '<path d="M18 78h84v16H18zM24 98h32v46H24zM64 98h32v46H64zM56 78h8v66h-8z"/><path d="M60 76c-26 2-34-12-28-22 8-10 24 2 28 22zM60 76c26 2 34-12 28-22-8-10-24 2-28 22z" opacity=".6"/>',
  city: '<path d="M10 148V96h22v52zM38 148V74h20v74zM64 148v-64h26v64zM94 148v-40h16v40z"/><path d="M18 60l-6 14M46 44l-6 14M76 54l-6 14M102 66l-6 14" stroke="currentColor" stroke-width="3" stroke-linecap="round"/>',
}

/** The drawn cover of a book; hidden from screen readers, because the title is beside it. */
export function coverArt({ ground, ink, motif }: Cover) {
  return html`<svg class="cover" viewBox="0 0 120 160" aria-hidden="true">
    <rect width="120" height="160" rx="6" fill="${ground}" />
    <g fill="${ink}" color="${ink}">
      <rect x="14" y="18" width="64" height="5" rx="2" />
      <rect x="14" y="29" width="40" height="4" rx="2" opacity="0.6" />
      ${raw(motifs[motif])}
    </g>
    <rect width="9" height="160" fill="#000" opacity="0.12" />
  </svg>`
}
