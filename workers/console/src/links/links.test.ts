import { describe, expect, it } from 'vitest'
import { now, openDesk } from '../../test/open-desk.ts'

describe('linked wallets', () => {
  it.each(['vi', 'en'])('are listed by state and customer, in %s', async (lang) => {
    const desk = openDesk({
      view: {
        listLinks: async () => ({
          links: [
            {
              id: 'L1',
              customerId: 'C1',
              state: 'linked',
              phone: '*******123',
              createdAt: now,
              updatedAt: now,
            },
          ],
          cursor: 'next-one',
        }),
      },
    })
    await desk.signIn('U-AN')
    const text = await (await desk.get(`/links?lang=${lang}&state=linked&customerId=C1`)).text()

    expect(desk.calls).toEqual([['listLinks', { state: 'linked', customerId: 'C1' }]])
    expect(text).toContain('*******123')
    expect(text).toContain('href="/orders?customerId=C1"')
    expect(text).toContain('cursor=next-one')
  })
})
