import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { enforceRateLimit, requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { cancelScheduledMessage } from '#app/features/messages/scheduled/cancel-scheduled-message.server.ts'
import { listScheduled } from '#app/features/messages/scheduled/scheduled-queries.server.ts'
import { sendScheduledMessage } from '#app/features/messages/scheduled/send-scheduled-message.server.ts'
import { messageUrl } from '#app/features/messages/thread-page.server.ts'
import { ScheduledRow } from '#app/features/messages/ui/scheduled/scheduled-row.tsx'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  title: 'scheduledmessages:list.title',
  description: 'scheduledmessages:list.intro',
}

/** What the caller has scheduled, in all conversations. */
export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  return { scheduled: listScheduled(ctx) }
}

/** Sends a scheduled message now, or cancels it. */
export async function action({ request }: ActionFunctionArgs) {
  return answerChat(
    request,
    '/messages/scheduled',
    async (ctx, form) => {
      const id = String(form.get('id') ?? '')
      if (form.get('act') !== 'send') {
        cancelScheduledMessage(ctx, { id })
        return { flash: { key: 'scheduledmessages:list.cancelled' } }
      }
      await enforceRateLimit(ctx, rateLimits.chatSend)
      const sent = sendScheduledMessage(ctx, { id })
      if (!sent.pending) return { to: messageUrl(ctx, sent) }
      return { to: `/messages/${sent.conversationId}`, flash: { key: 'chat:composer.pendingApproval' } }
    },
    { page: true },
  )
}

export default function ScheduledMessages() {
  const { scheduled } = useLoaderData<typeof loader>()
  const { t } = useTranslation('scheduledmessages')
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Breadcrumbs items={[{ label: t('messages'), to: '/messages' }, { label: t('list.title') }]} />
      {scheduled.length === 0 ? (
        <EmptyState
          icon={CalendarClock}
          title={t('list.empty')}
          action={<ButtonLink to="/messages">{t('messages')}</ButtonLink>}
        >
          {t('list.emptyText')}
        </EmptyState>
      ) : (
        <Card flush>
          <ul aria-label={t('list.title')} className="divide-y divide-border">
            {scheduled.map((each) => (
              <ScheduledRow key={each.id} scheduled={each} />
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
