import type { ExchangeControl } from './exchange-control.ts'
import { type Senders, pathOf } from './control-requests.ts'

const at = (...parts: string[]): string => pathOf('exchange', ...parts)
const settings = (merchantCode: string): string => pathOf('exchange-partners', merchantCode)

/** The methods of {@link ExchangeControl}. */
export function exchangeMethods({ send, sendRaw }: Senders): ExchangeControl {
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
