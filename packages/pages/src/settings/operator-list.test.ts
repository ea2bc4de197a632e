import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { operatorFields, readOperatorList } from '../index.ts'

const entry = v.strictObject({ ...operatorFields, badge: v.pipe(v.string(), v.digits('is none')) })

describe('a list of operators', () => {
  it('is read with the additional fields of its Worker', () => {
    const entries = [{ name: 'an.nguyen', role: 'money', badge: '17' }]

    expect(readOperatorList(JSON.stringify(entries), entry)).toEqual({ entries, problems: [] })
  })

  it.each([
    ['{', ['is not JSON']],
    ['{}', ['is no JSON list']],
    ['[]', ['names nobody']],
    [
      '[{"name":"-an","role":"boss","badge":"1"},{"name":"an","role":"view"}]',
      [
        'has an entry whose 0.name is not 1 to 64 characters of A-Z a-z 0-9 . _ @ -',
        'has an entry whose 0.role is neither "view" nor "money"',
        'has an entry whose 1.badge is missing, unknown or of another type',
      ],
    ],
  ])('of %s reports every problem', (text, problems) => {
    expect(readOperatorList(text, entry)).toEqual({ entries: [], problems })
  })

  it('repeats no value, which may be a secret in the wrong field', () => {
    const text = '[{"name":"s3cret value","role":"s3cret","badge":"s3cret"}]'
    const { problems } = readOperatorList(text, entry)

    expect(problems).toHaveLength(3)
    expect(problems.join(' ')).not.toContain('s3cret')
  })
})
