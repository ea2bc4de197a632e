export {
  createBrowserSignOn,
  type BrowserSignOn,
  type BrowserSignOnOptions,
} from './browser/browser-sign-on.ts'
export type { Page } from './browser/browser-sign-on.ts'
