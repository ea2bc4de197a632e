import { systemClock } from '@merchant-edge/orders'
import { createIpn } from './create-ipn.ts'
import { writeLogLine } from './log-line.ts'

// The only file of this Worker that uses the system clock and the console.
export default createIpn({ clock: systemClock, writeLog: writeLogLine })
