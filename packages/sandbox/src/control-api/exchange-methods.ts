import type { ExchangeControl } from './exchange-control.ts'

/** How {@link exchangeMethods} reach the control API. */
export interface ExchangeSenders {
  /** Sends JSON and reads JSON. */
  readonly send: <Answer>(method: string, path: string, body?: object) => Promise<Answer>
  /** Sends anything and answers as it came; throws a ControlRefused when the answer is no. */
  readonly sendRaw: (path: string, init: RequestInit) => Promise<Response>
}

function at(...parts: string[]): string {
  return `/exchange/${parts.map(encodeURIComponent).join('/')}`
}

function settings(merchantCode: string): string {
  return `/exchange-partners/${encodeURIComponent(merchantCode)}`
}

/** The methods of {@link ExchangeControl}. */
export function exchangeMethods({ send, sendRaw }: ExchangeSenders): ExchangeControl {
  return {
    closeDay: (close = {}) => send('POST', '/day-close', close),
    exchangeDays: (merchantCode = 'EDGE') =>
      send('GET', `/day-close?merchantCode=${encodeURIComponent(merchantCode)}`),
    setNextCloseSwitches: (merchantCode, switches) =>
      send('PUT', '/day-close/switches', { merchantCode, switches }),
    exchangePartners: () => send('GET', '/exchange-partners'),
    exchangePartner: (merchantCode) => send('GET', settings(merchantCode)),
    changeExchangePartner: (merchantCode, change) => send('PATCH', settings(merchantCode), change),
    exchangeFiles: (merchantCode) => send('GET', at(merchantCode)),
    async openExchangeFile(merchantCode, name, fromByte = 0) {
      const headers = fromByte === 0 ? {} : { range: `bytes=${fromByte}-` }
      const answer = await sendRaw(at(merchantCode, name), { method: 'GET', headers })
      return answer.body ?? new Blob([]).stream()
    },
    async putExchangeFile(merchantCode, name, bytes) {
      const isStream = bytes instanceof ReadableStream
      const init = { method: 'PUT', body: bytes, ...(isStream && { duplex: 'half' }) }
      const answer = await sendRaw(at(merchantCode, name), init)
      return answer.json()
    },
    renameExchangeFile: (merchantCode, name, change) =>
      send('POST', at(merchantCode, name, 'rename'), change),
    removeExchangeFile: (merchantCode, name) => send('DELETE', at(merchantCode, name)),
  }
}
