import { expect, it } from 'vitest'
import { replacePart } from './replace-part.ts'

const marks = { start: '<!-- start -->', end: '<!-- end -->' }

it('writes the part between its marks, and leaves the rest of the page', () => {
  const page = 'before\n<!-- start -->\nold\n<!-- end -->\nafter'

  expect(replacePart(page, marks, 'new')).toBe(
    'before\n<!-- start -->\n\nnew\n\n<!-- end -->\nafter',
  )
})

it.each([
  'no mark',
  '<!-- start --> only',
  '<!-- end --> only',
  '<!-- start --><!-- start --><!-- end -->',
])('refuses a page with %s: the part would be lost', (page) => {
  expect(() => replacePart(page, marks, 'new')).toThrow('must have each of these lines once')
})
