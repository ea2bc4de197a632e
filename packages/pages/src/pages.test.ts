import { Hono } from 'hono'
import { html } from 'hono/html'
import { describe, expect, it } from 'vitest'
import { countdown } from './countdown.ts'
import { formatNumber, formatTime, formatVnd, formatMaskedPhone, formatDay } from './format.ts'
import { htmlDocument } from './html-document.ts'
import { languageOf } from './language.ts'

const app = new Hono()
app.get('/', (c) => c.text(languageOf(c, 'vi')))

describe('languageOf', () => {
  it.each([
    ['/', {}, 'vi'],
    ['/?lang=en', { cookie: 'lang=vi' }, 'en'],
    ['/?lang=xx', { cookie: 'lang=en' }, 'en'],
    ['/', { cookie: 'lang=en', 'accept-language': 'vi' }, 'en'],
    ['/', { 'accept-language': 'fr, en-GB;q=0.4, vi-VN;q=0.6' }, 'vi'],
    ['/', { 'accept-language': ';;q=,=' }, 'vi'],
  ])('answers %s with %j in %s', async (path, headers, language) => {
    expect(await (await app.request(path, { headers })).text()).toBe(language)
  })

  it('remembers only a chosen language', async () => {
    const chosen = await app.request('https://shop.example/?lang=en')
    const plain = await app.request('http://localhost/?lang=en')
    const found = await app.request('/', { headers: { 'accept-language': 'en' } })

    expect(chosen.headers.get('set-cookie')).toMatch(
      /^__Host-lang=en; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(plain.headers.get('set-cookie')).toMatch(/^lang=en;/)
    expect(plain.headers.get('set-cookie')).not.toContain('Secure')
    expect(found.headers.get('set-cookie')).toBeNull()
  })

  it.each([
    ['__Host-lang=en', 'en'],
    ['lang=en', 'vi'],
  ])('accepts over https only a cookie that this host has set: %s', async (cookie, language) => {
    const answer = await app.request('https://shop.example/', { headers: { cookie } })

    expect(await answer.text()).toBe(language)
  })
})

describe('texts for people', () => {
  const instant = Date.UTC(2026, 10, 21, 13, 9, 8) / 1000

  it('write money, numbers and times in the form of Vietnam', () => {
    expect(formatDay('2027-11-23', 'vi')).toBe('23/11/2027')
    expect(formatDay('2027-11-23', 'en')).toBe('23/11/2027')
    expect(formatDay('2027-13-45', 'en')).toBe('2027-13-45')
    expect(formatMaskedPhone('*******002')).toBe('•••\u00a0002')
    expect(formatVnd(120_000, 'vi')).toBe('120.000\u00a0₫')
    expect(formatVnd(120_000, 'en')).toBe('120,000\u00a0₫')
    expect([formatNumber(1_234, 'vi'), formatNumber(1_234, 'en')]).toEqual(['1.234', '1,234'])
    expect(formatTime(instant, 'vi', 'minute')).toContain('20:09')
    expect(formatTime(instant, 'en', 'second')).toBe('21/11/2026, 20:09:08')
    expect(formatTime(instant, 'vi', 'second')).toBe('20:09:08 21/11/2026')
  })
})

describe('a time limit', () => {
  it.each([
    [0, '0:00'],
    [65, '1:05'],
    [3_599, '59:59'],
    [3_600, '1:00:00'],
    [7_167, '1:59:27'],
    [86_400, '24:00:00'],
  ])('of %i seconds is %s', async (seconds, clock) => {
    const labels = { leftLabel: 'Time left', untilLabel: 'Until', language: 'en' } as const
    const text = String(await countdown({ ...labels, until: 1_000 + seconds, nowSeconds: 1_000 }))

    expect(text).toContain(`<time data-seconds-left="${seconds}">${clock}</time>`)
  })
})

describe('htmlDocument', () => {
  const parts = {
    language: 'en',
    title: '<Orders>',
    head: html`<link rel="icon" href="data:," />`,
    skipLabel: 'To the content',
    body: html`<main id="content"></main>`,
  } as const

  it('escapes its texts, and refreshes itself only when requested', async () => {
    const still = String(await htmlDocument(parts))
    const moving = String(await htmlDocument({ ...parts, refreshSeconds: 3 }))

    expect(still).toContain('<title>&lt;Orders&gt;</title>')
    expect(still).toContain('<html lang="en">')
    expect(still).not.toContain('http-equiv')
    expect(moving).toContain('<meta http-equiv="refresh" content="3" />')
  })
})
