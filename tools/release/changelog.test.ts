import { describe, expect, it } from 'vitest'
import changelog from './changelog.ts'

// Goal: the changelog of a package can be read by somebody who has never seen the repository.

const refunds = {
  summary:
    '**Refunds.** A refund returns money\nor points.\n\n- It has an id.\n  It ends.\n- It has a state.\n',
  commit: '75c12ae0123456789',
}

describe('the entries of a changelog', () => {
  it('indents the list of a changeset below its first line, and names no commit', () => {
    expect(changelog.getReleaseLine(refunds)).toBe(
      [
        '- **Refunds.** A refund returns money',
        '  or points.',
        '',
        '  - It has an id.',
        '    It ends.',
        '  - It has a state.',
      ].join('\n'),
    )
  })

  it('names the updated packages once, however many changesets there are', () => {
    const updated = [
      { name: '@merchant-edge/contract', newVersion: '0.2.0' },
      { name: '@merchant-edge/signing', newVersion: '0.2.0' },
    ]
    expect(changelog.getDependencyReleaseLine([refunds, refunds], updated)).toBe(
      [
        '- Updated dependencies:',
        '  - @merchant-edge/contract@0.2.0',
        '  - @merchant-edge/signing@0.2.0',
      ].join('\n'),
    )
  })

  it('is silent about dependencies when none is updated', () => {
    expect(changelog.getDependencyReleaseLine([refunds], [])).toBe('')
  })
})
