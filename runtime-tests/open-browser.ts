export { openBrowser } from '@merchant-edge/tools/browser'
