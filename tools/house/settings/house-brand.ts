const sign =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#b23a48"/><path d="M9 8h9a4 4 0 0 1 4 4v13h-9a4 4 0 0 1-4-4zM9 21a4 4 0 0 1 4-4h9" fill="none" stroke="#fff" stroke-width="2.200" stroke-linejoin="round"/></svg>'

/** The brand of the shop on the pages of the checkout. */
export const houseBrand = {
  BRAND_NAME: 'Edge Books',
  BRAND_LOGO: `data:image/svg+xml;base64,${btoa(sign)}`,
  BRAND_COLOR: '#b23a48',
  BRAND_BACKGROUND: '#fbf7f0',
}
