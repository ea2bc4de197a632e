import type { LinkView } from '@merchant-edge/orders/api'
import { describe, expect, it } from 'vitest'
import { now, openDesk } from '../../test/open-desk.ts'

const link: LinkView = {
  id: 'ab-1',
  customerId: 'C1',
  state: 'linked',
  phone: '*******123',
  createdAt: now,
  updatedAt: now,
}

describe('linked wallets', () => {
  it.each(['vi', 'en'])('are listed by state and customer, in %s', async (lang) => {
    const desk = openDesk({
      view: {
        listLinks: async () => ({
          links: [link],
          cursor: 'next-one',
        }),
      },
    })
    await desk.signIn('U-AN')
    const text = await (await desk.get(`/links?lang=${lang}&state=linked&customerId=C1`)).text()

    expect(desk.calls).toEqual([['listLinks', { state: 'linked', customerId: 'C1' }]])
    expect(text).toContain('•••\u00a0123')
    expect(text).toContain('href="/orders?customerId=C1"')
    expect(text).toContain('cursor=next-one')
    expect(text).toContain('href="/links/ab-1"')
  })

  it.each([
    ['vi', 'Ví liên kết của C1', 'chấp nhận · 200 · khách đã xác nhận'],
    ['en', 'Linked wallet of C1', 'accepted · 200 · confirmed by the customer'],
  ])('show each call to the service, in %s', async (lang, title, outcome) => {
    const desk = openDesk({
      view: {
        findLinkById: async (id) => (id === link.id ? link : null),
        listServiceCalls: async () => [
          {
            number: 1,
            at: now,
            durationMs: 80,
            endpoint: 'checkWalletLink',
            reference: 'ab-1',
            outcome: 'accepted',
            known: 'answer of the service',
            code: 200,
            said: 'confirmed',
            requestId: 'r-77',
          },
        ],
      },
    })
    await desk.signIn('U-AN')
    const page = await (await desk.get(`/links/ab-1?lang=${lang}`)).text()

    expect(desk.calls).toContainEqual(['listServiceCalls', 'link', 'ab-1'])
    expect(page).toContain(title)
    expect(page).toContain(outcome)
    for (const part of ['checkWalletLink', 'r-77', 'href="/orders?customerId=C1"']) {
      expect(page).toContain(part)
    }
    expect((await desk.get('/links/other')).status).toBe(404)
    expect((await desk.get('/links/two%20words')).status).toBe(404)
  })
})
