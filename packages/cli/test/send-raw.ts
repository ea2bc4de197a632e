import { connect } from 'node:net'

/**
 * Sends text to a port of the loopback interface as it is, and gives what comes back until the other side, which
 * is asked to, closes the connection.
 */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(text, 'latin1'))
    socket.on('data', (chunk) => (received += String(chunk)))
    // A server may reset a connection with garbage on it.
    socket.on('error', () => undefined)
    socket.once('close', () => resolve(received))
  })
}
