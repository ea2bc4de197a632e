import { paperStyles, watchScript } from '@merchant-edge/pages'
import { Hono } from 'hono'
import type { TillHono } from '../till-hono.ts'
import { localeOf } from './locale.ts'
import { styles } from './styles.ts'

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#0b5fff"/><g fill="#fff"><path d="M16 16h12v12H16zm4 4v4h4v-4zM36 16h12v12H36zm4 4v4h4v-4zM16 36h12v12H16zm4 4v4h4v-4z" fill-rule="evenodd"/><path d="M36 36h5v5h-5zM43 43h5v5h-5zM43 36h5v4h-5zM36 44h4v4h-4z"/></g></svg>`

/**
 * The service worker: it shows a message when a page cannot be loaded, and never stores payments or
 * bills on the device.
 */
const serviceWorker = `'use strict'
const kept = 'till-4'
const offline = '/till/offline'
addEventListener('install', (event) => {
  const pages = [offline, '/till/styles.css']
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(pages)))
})
async function takeOver() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name)))
  await clients.claim()
}
addEventListener('activate', (event) => event.waitUntil(takeOver()))
addEventListener('fetch', (event) => {
  const { request } = event
  const instead = request.mode === 'navigate' ? offline : request.url
  const isShown = request.mode === 'navigate' || request.destination === 'style'
  if (isShown) event.respondWith(fetch(request).catch(() => caches.match(instead)))
})
`

const registration = `navigator.serviceWorker?.register('/service-worker.js')\n`

/** An installed till has no menu of the browser to print from. */
const printing = `addEventListener('click', (event) => event.target.closest('[data-print]') && print())\n`

/**
 * Serves styles and scripts of the pages, and the manifest and service worker with which a device
 * can install the till.
 */
export function assetRoutes(): Hono<TillHono> {
  const routes = new Hono<TillHono>()
  const asset = (path: string, type: string, text: string) =>
    routes.get(path, (c) =>
      c.body(text, 200, { 'content-type': type, 'cache-control': 'no-cache' }),
    )
  asset('/till/styles.css', 'text/css; charset=utf-8', paperStyles + styles)
  asset('/till/till.js', 'text/javascript; charset=utf-8', watchScript + registration + printing)
  asset('/till/icon.svg', 'image/svg+xml; charset=utf-8', icon)
  // Above /till, because a service worker controls only addresses below its own.
  asset('/service-worker.js', 'text/javascript; charset=utf-8', serviceWorker)
  routes.get('/till/manifest.webmanifest', (c) => {
    const { language, messages } = localeOf(c)
    const manifest = {
      name: messages.title,
      lang: language,
      start_url: '/till',
      scope: '/till',
      display: 'standalone',
      background_color: '#f4f6f8',
      theme_color: '#0b5fff',
      icons: [{ src: '/till/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
    }
    return c.json(manifest, 200, { 'content-type': 'application/manifest+json' })
  })
  return routes
}
