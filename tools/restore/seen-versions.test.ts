import { expect, it } from 'vitest'
import { continueVersions } from './seen-versions.ts'

it('writes one statement for each order and transfer, with its id as text, and one for new ones', () => {
  const results = [
    { what: 'orders', id: 'O-1', version: 4 },
    { what: 'transfers', id: "it's", version: 2 },
  ]

  expect(continueVersions(JSON.stringify([{ results }]))).toBe(
    `UPDATE orders SET version = max(version, 5) WHERE id = 'O-1';
UPDATE transfers SET version = max(version, 3) WHERE id = 'it''s';
UPDATE bound_service SET first_version = max(first_version, 5);
`,
  )
  expect(continueVersions('[{"results":[]}]')).toBe('')
})

it.each(['', 'no JSON', '{}', '[{"results":[{"what":"alerts","id":"1","version":1}]}]'])(
  'refuses what is no output of the query: %s',
  (output) => {
    expect(() => continueVersions(output)).toThrow()
  },
)
