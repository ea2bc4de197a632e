import type { HtmlEscapedString } from 'hono/utils/html'

/** A piece of a page, already escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>
