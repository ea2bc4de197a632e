import { signatureWork, type SignatureWork } from './signature-work.ts'

let prepared: Promise<SignatureWork> | undefined

/** Runs the measured operations inside workerd: GET /sign/ours?times=500. The caller measures the time. */
export default {
  async fetch(request: Request): Promise<Response> {
    prepared ??= signatureWork()
    const work = await prepared
    const url = new URL(request.url)
    const times = Number(url.searchParams.get('times'))
    switch (url.pathname) {
      case '/sign/ours':
        await work.sign.ours(times)
        break
      case '/sign/floor':
        await work.sign.floor(times)
        break
      case '/verify/ours':
        await work.verify.ours(times)
        break
      case '/verify/floor':
        await work.verify.floor(times)
        break
      default:
        return new Response('unknown work', { status: 404 })
    }
    return new Response('done')
  },
}
