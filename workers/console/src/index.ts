import { createConsole } from './create-console.tsx'

export default createConsole()
