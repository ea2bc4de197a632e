import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { Html, html } from './html.ts'

it('escapes every sign that ends a text or an attribute', () => {
  const text = `<b title="x">'&`

  expect(html`<p title="${text}">${text}</p>`.text).toBe(
    '<p title="&lt;b title=&quot;x&quot;&gt;&#39;&amp;">&lt;b title=&quot;x&quot;&gt;&#39;&amp;</p>',
  )
})

it('keeps markup, numbers and lists of both unchanged', () => {
  const items = ['a', 'b&'].map((item) => html`<li>${item}</li>`)

  expect(html`${items}${7}${new Html('<hr>')}${[]}`.text).toBe('<li>a</li><li>b&amp;</li>7<hr>')
})

it('separates any text from the markup around it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const { text } = html`<i>${value}</i>`
      const inner = text.slice(3, -4)
      const back = inner
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&')
      expect(back).toBe(value)
      expect(inner).not.toMatch(/[<>"']/)
    }),
  )
})
