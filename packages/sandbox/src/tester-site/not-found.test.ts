import { describe, expect, it } from 'vitest'
import { get, logIn } from '../../test/page-bench.ts'

const ofBrowser = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'vi' }

describe('a path that does not exist', () => {
  it('is a page with a link to the start for a browser, in its language', async () => {
    const { status, text } = await get('/nowhere', ofBrowser)

    expect(status).toBe(404)
    expect(text).toContain('<html lang="vi">')
    expect(text).toContain('Không tìm thấy')
    expect(text).toContain('href="/merchant"')
    expect(text).toContain('href="/nowhere?lang=en"')
    expect(text).not.toContain('aria-current')
  })

  it.each(['//other.example/', '///other.example', '/\\\\other.example'])(
    'has no link to another host: %s',
    async (path) => {
      const { status, text } = await get(`http://localhost${path}`, ofBrowser)

      expect(status).toBe(404)
      expect(text).toMatch(/href="\/other\.example\/?\?lang=en"/)
    },
  )

  it('is a page on the merchant site too', async () => {
    const { status, text } = await (await logIn()).get('/merchant/nowhere', ofBrowser)

    expect(status).toBe(404)
    expect(text).toContain('href="/merchant" aria-current="true"')
  })

  it('is a line of text for other programs', async () => {
    expect(await get('/nowhere', { accept: '*/*' })).toMatchObject({
      status: 404,
      text: '404 Not Found',
    })
  })
})
