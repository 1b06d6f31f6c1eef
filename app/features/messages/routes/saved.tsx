import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Bookmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { shortened } from '#app/features/conversations/ui/conversation-preview.ts'
import { saveMessage } from '#app/features/messages/saved/save-message.server.ts'
import { listSavedMessages } from '#app/features/messages/saved/saved-messages.server.ts'
import { SavedRow } from '#app/features/messages/ui/saved/saved-row.tsx'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Pagination } from '#app/ui/pagination.tsx'

export const handle: PageHandle = { title: 'messagepages:saved.title', description: 'messagepages:saved.intro' }

/** What the caller has saved. `?before=` and `?after=` are the key of a saved message. */
export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const { searchParams } = new URL(request.url)
  const place = (name: string) => Number.parseInt(searchParams.get(name) ?? '', 10) || undefined
  const { saved, ...pages } = listSavedMessages(ctx, { before: place('before'), after: place('after') })
  // Here, because the browser would load the parser with every page of messages.
  const lines = saved.map((row) => ({ ...row, message: { ...row.message, text: shortened(row.message.text, 300) } }))
  return { saved: lines, ...pages }
}

/** Removes a message from the list. */
export async function action({ request }: ActionFunctionArgs) {
  return answerChat(
    request,
    '/messages/saved',
    (ctx, form) => {
      saveMessage(ctx, { messageId: String(form.get('messageId') ?? ''), saved: false })
      return { flash: { key: 'messagepages:saved.removed' } }
    },
    { page: true },
  )
}

export default function Saved() {
  const { saved, before, after } = useLoaderData<typeof loader>()
  const { t } = useTranslation('messagepages')
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Breadcrumbs items={[{ label: t('messages'), to: '/messages' }, { label: t('saved.title') }]} />
      {saved.length === 0 ? (
        <EmptyState
          icon={Bookmark}
          title={t('saved.empty')}
          action={<ButtonLink to="/messages">{t('messages')}</ButtonLink>}
        >
          {t('saved.emptyText')}
        </EmptyState>
      ) : (
        <Card flush>
          <ul aria-label={t('saved.title')} className="divide-y divide-border">
            {saved.map((each) => (
              <SavedRow key={each.message.id} {...each} />
            ))}
          </ul>
          {(before !== null || after !== null) && (
            <div className="border-t border-border px-4 py-3 sm:px-5">
              <Pagination
                previous={after === null ? null : `/messages/saved?after=${after}`}
                next={before === null ? null : `/messages/saved?before=${before}`}
              />
            </div>
          )}
        </Card>
      )}
    </div>
  )
}
