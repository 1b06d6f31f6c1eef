import { Link } from '@remix-run/react'
import { X } from 'lucide-react'
import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchPage } from '#app/features/conversations/message-view.ts'
import { type Searched, useChatActions } from '#app/features/conversations/ui/chat-model.ts'
import { TimeLabel } from '#app/features/conversations/ui/time-label.tsx'
import { Button, ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { SearchBox } from '#app/ui/forms/search-box.tsx'
import { useClosedByBack } from '#app/ui/media/use-closed-by-back.ts'
import { foundParts } from './mark-found.ts'

/** The search in a conversation, with links from the results to the messages. */
export function ThreadSearch({
  conversationId,
  found,
  closedByBack,
  onClose,
}: {
  conversationId: string
  found: Searched | null
  /** Not in the panel, which is what Back closes there. */
  closedByBack: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('chat')
  const actions = useChatActions()
  const close = useClosedByBack(onClose, closedByBack)
  const base = `/messages/${conversationId}`
  const [result, setResult] = useState(found)
  const box = useRef<HTMLDivElement>(null)
  const q = result?.page?.hits.length ? result.q : ''
  useEffect(() => {
    const log = box.current?.closest('section')?.querySelector<HTMLElement>('[role=log]')
    if (q === '' || !log) return
    let end: (() => void) | null = null
    let here = true
    import('./highlight-found.ts').then(
      ({ highlightFound }) => {
        if (here) end = highlightFound(log, q)
      },
      // The results are marked.
      () => {},
    )
    return () => {
      here = false
      end?.()
    }
  }, [q])
  useEffect(() => {
    const thread = box.current?.closest('section')
    function press(event: KeyboardEvent) {
      const target = event.target as Element
      if (event.key !== 'Escape' || event.defaultPrevented || !thread?.contains(target)) return
      if (target.closest('[popover], header details')) return
      event.preventDefault()
      close()
    }
    // The button that has opened it.
    function click(event: MouseEvent) {
      if (!(event.target as Element).closest('[data-chat-search]')) return
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    // After the composer, which cancels a reply, and before the window, where Escape leaves the conversation.
    document.addEventListener('keydown', press)
    thread?.addEventListener('click', click, { capture: true })
    return () => {
      document.removeEventListener('keydown', press)
      thread?.removeEventListener('click', click, { capture: true })
    }
  }, [close])
  async function search(event: FormEvent<HTMLFormElement>) {
    if (!actions) return
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('search') ?? '').trim()
    const page = q ? await actions.search(q) : null
    setResult(page && { q, after: null, page })
  }
  async function more(page: SearchPage) {
    const next = await actions?.search(result?.q ?? '', page.hits.at(-1)?.message.id)
    if (next) setResult((before) => before && { ...before, page: { ...next, hits: [...page.hits, ...next.hits] } })
  }
  return (
    <div ref={box} className="flex max-h-1/2 shrink-0 flex-col border-b border-border bg-card text-card-foreground">
      <div className="flex items-center gap-1 px-2 py-2 sm:px-4">
        <SearchBox
          label={t('screen.search.label')}
          action={base}
          onSubmit={search}
          className="flex-1"
          input={{
            name: 'search',
            defaultValue: found?.q,
            // The user has just opened the search.
            autoFocus: true,
          }}
        />
        <Link
          to={base}
          onClick={(event) => {
            if (!actions) return
            event.preventDefault()
            close()
          }}
          className={buttonClass({ variant: 'ghost', size: 'icon' })}
        >
          <X aria-hidden className="size-4.5" />
          <span className="sr-only">{t('screen.search.close')}</span>
        </Link>
      </div>
      {result?.page && <Hits {...result} page={result.page} base={base} onMore={more} />}
    </div>
  )
}

/** A text with what was found in it marked. */
function Found({ text, q }: { text: string; q: string }) {
  return foundParts(text, q).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    <Fragment key={index}>{index % 2 === 1 ? <mark className="found">{part}</mark> : part}</Fragment>
  ))
}

function Hits({
  q,
  after,
  page,
  base,
  onMore,
}: Searched & { page: SearchPage; base: string; onMore: (page: SearchPage) => Promise<void> }) {
  const { t } = useTranslation('chat')
  const actions = useChatActions()
  const { hits, total, latestOnly } = page
  const pageOf = (last?: string) =>
    `${base}?${new URLSearchParams({ search: q, ...(last && { 'found-after': last }) })}`
  return (
    <div className="min-h-0 overflow-y-auto px-2 pb-2 sm:px-4">
      <p role="status" className="px-2 pb-1 text-xs text-muted-foreground">
        {total ? t('screen.search.count', { count: total }) : t('screen.search.none')}
        {latestOnly !== null && <> {t('screen.search.latestOnly', { count: latestOnly })}</>}
      </p>
      <ul>
        {hits.map(({ message }) => (
          <li key={message.id}>
            <Link
              to={`${base}?around=${message.seq}#m${message.seq}`}
              onClick={(event) => {
                if (!actions) return
                event.preventDefault()
                void actions.jumpTo(message.id)
              }}
              className="-outline-offset-2 flex min-h-11 flex-col justify-center rounded-md px-2 py-1.5 hover:bg-accent hover:text-accent-foreground"
            >
              <span className="flex items-baseline gap-2 text-xs text-muted-foreground">
                <span className="min-w-0 flex-1 truncate font-medium">{message.authorName}</span>
                <TimeLabel at={message.createdAt} className="shrink-0" />
              </span>
              <span className="line-clamp-2 text-sm wrap-anywhere">
                <Found text={message.text} q={q} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 px-2 pt-1">
        {page.more &&
          (actions ? (
            <Button size="sm" variant="outline" onClick={() => void onMore(page)}>
              {t('screen.search.more')}
            </Button>
          ) : (
            <ButtonLink size="sm" variant="outline" to={pageOf(hits.at(-1)?.message.id)}>
              {t('screen.search.more')}
            </ButtonLink>
          ))}
        {after && !actions && (
          <ButtonLink size="sm" variant="outline" to={pageOf()}>
            {t('screen.search.first')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
