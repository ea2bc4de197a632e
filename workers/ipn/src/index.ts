import { createIpn } from './create-ipn.ts'

export default createIpn()
