import { describe, expect, it } from 'vitest'
import { linkRefusal, systemRefusal } from './system-error.ts'

const refused = (code: string) => Object.assign(new Error('refused'), { code, syscall: 'link' })

describe('linkRefusal', () => {
  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])(
    'says of %s that the folder has no hard links, and what to do',
    (code) => {
      const refusal = systemRefusal(linkRefusal(refused(code), 'a.csv'), 'a.csv')

      expect(refusal).toMatchObject({
        code: 'ERR_PERMISSION',
        message: expect.stringContaining(`a.csv: this folder allows no hard link (${code})`),
        remedy: expect.stringContaining('Use a folder on a file system with hard links'),
      })
    },
  )

  it('leaves every other error as it is', () => {
    const taken = refused('EEXIST')

    expect(linkRefusal(taken, 'a.csv')).toBe(taken)
  })
})
