import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { UserContext } from '#app/features/accounts/context.ts'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { requirePart } from '#app/features/conversations/access.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { unsendPendingMessage } from '#app/features/messages/unsend-pending-message.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  title: 'groups:unsendPending.title',
  titleOf: (loaded) => `groups:${(loaded as { texts: Texts }).texts}.title`,
}

type Texts = 'unsendPending' | 'deleteDenied'

/** Asks the author for confirmation before a pending message is unsent, or a denied one deleted. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.update')
  const { id, ownPendingMessages } = orNotFound(getConversation(ctx, params.conversationId ?? ''))
  const own = orNotFound(ownPendingMessages.find((pending) => pending.id === params.pendingMessageId) ?? null)
  const texts: Texts = own.status === 'denied' ? 'deleteDenied' : 'unsendPending'
  return { to: `/messages/${id}`, text: own.text, texts }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { conversationId = '', pendingMessageId = '' } = params
  const unsend = (ctx: UserContext) => {
    requirePart(ctx, 'pendingMessage', { conversationId, id: pendingMessageId })
    unsendPendingMessage(ctx, { pendingMessageId })
    return { flash: { key: 'groups:unsendPending.done' } }
  }
  return answerChat(request, `/messages/${conversationId}`, unsend, { page: true })
}

export default function UnsendPending() {
  const { to, text, texts } = useLoaderData<typeof loader>()
  const { t } = useTranslation('groups')
  return (
    <Form method="post">
      <ConfirmPanel title={t(`${texts}.title`)} confirmLabel={t(`${texts}.confirm`)} cancelTo={to}>
        <p>{t(`${texts}.text`)}</p>
        {text && (
          <blockquote className="max-h-60 overflow-y-auto border-s-2 border-border ps-3 text-foreground whitespace-pre-line wrap-anywhere">
            {text}
          </blockquote>
        )}
      </ConfirmPanel>
    </Form>
  )
}
