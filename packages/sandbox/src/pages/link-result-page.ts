import { html } from 'hono/html'
import type { LinkStage } from '../linked-accounts/links.ts'
import type { Speech } from './language.ts'
import { mark, type Markup } from './layout.ts'
import { linkFrame, type LinkView } from './link-frame.ts'
import type { Texts } from './texts/english.ts'

type Ended = Exclude<LinkStage, 'open'>

const words = {
  linked: ['link_linked', 'linkedText'],
  cancelled: ['link_cancelled', 'linkCancelledText'],
  expired: ['link_expired', 'linkExpiredText'],
  unlinked: ['link_unlinked', 'linkUnlinkedText'],
} as const satisfies Record<Ended, readonly [keyof Texts, keyof Texts]>

/** What came of a link that waits for nobody any more. */
export function linkResultPage(speech: Speech, view: LinkView, stage: Ended): Markup {
  const [title, text] = words[stage]
  return linkFrame(
    speech,
    view,
    html`<section class="card center" role="status">
      ${mark(stage === 'linked' ? 'good' : 'bad')}
      <h2>${speech.texts[title]}</h2>
      <p class="soft">${speech.texts[text]}</p>
    </section>`,
  )
}
