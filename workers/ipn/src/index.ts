import { systemClock } from '@merchant-edge/orders'
import { createIpn } from './create-ipn.ts'
import { writeLogLine } from './log-line.ts'

// The only file of this Worker that takes the real clock and the real log.
export default createIpn({ clock: systemClock, writeLog: writeLogLine })
