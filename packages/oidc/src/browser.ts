export {
  createBrowserSignOn,
  type BrowserSignOn,
  type BrowserSignOnOptions,
} from './browser/create-browser-sign-on.ts'
export type { Page } from './browser/page.ts'
