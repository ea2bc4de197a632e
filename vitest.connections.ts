import { Agent, setGlobalDispatcher } from 'undici'

// workerd closes a connection on which nothing comes for five seconds. `fetch` would use it again for four, and a busy
// process that reads of its end a second late sends a request on it that nobody answers.
setGlobalDispatcher(new Agent({ keepAliveTimeout: 500 }))
