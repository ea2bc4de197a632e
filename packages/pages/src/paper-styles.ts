/**
 * Style sheet of what all pages have in common on paper, before the one of the product: black on
 * white whatever the colours of the screen, no links and buttons, which paper cannot follow, and no
 * row that is torn at the end of a sheet. It sets the colours of every product's variables, in a
 * selector that is stronger than theirs.
 *
 * `screen-only` marks what is of no use on paper, `paper-only` what only paper needs.
 */
export const paperStyles = `
.paper-only { display: none; }
@media print {
  html:root {
    color-scheme: light;
    --ground: #ffffff; --card: #ffffff; --tint: #ffffff; --ink: #000000; --soft: #333333; --line: #999999; --hair: #999999; --field: #555555;
    --accent: #000000; --accent-text: #000000; --on-accent: #ffffff; --good: #000000; --wait: #000000; --warn: #000000; --bad: #000000;
    --shadow: none;
  }
  html body { min-height: 0; background: #ffffff; }
  a { color: inherit !important; text-decoration: none !important; }
  .skip, .screen-only, button, .button, .actions, .countdown, [data-offline], details:not([open]) { display: none !important; }
  .paper-only { display: block; }
  h1, h2, h3, caption { break-after: avoid; }
  tr, li, dl > div, .notice, figure, .qr { break-inside: avoid; }
}
`
