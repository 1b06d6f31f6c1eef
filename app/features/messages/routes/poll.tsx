import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { getMessage } from '#app/features/messages/message-queries.server.ts'
import { listVotes } from '#app/features/messages/polls/poll-votes.server.ts'
import { messageUrl } from '#app/features/messages/thread-page.server.ts'
import { tickOf } from '#app/features/messages/ticks.ts'
import { MessageFrame } from '#app/features/messages/ui/pages/message-frame.tsx'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { Card } from '#app/ui/card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'polls:results.title' }

/** A poll with who voted what, unless it is anonymous; its author closes it here. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const conversation = orNotFound(getConversation(ctx, params.conversationId ?? ''))
  const message = orNotFound(getMessage(ctx, params.messageId ?? ''))
  orNotFound(message.conversationId === conversation.id ? message.poll : null)
  const tick = tickOf(message, conversation.members, ctx.actor.id)
  return {
    message: { ...message, tick },
    conversation,
    viewerId: ctx.actor.id,
    votes: listVotes(ctx, [message.id]),
    back: messageUrl(ctx, message),
  }
}

export default function PollResults() {
  const { message, conversation, viewerId, votes, back } = useLoaderData<typeof loader>()
  const { t } = useTranslation('polls')
  const { poll } = message
  if (!poll) return null
  const mayClose = poll.closedAt === null && message.authorId === viewerId && !conversation.readOnly
  return (
    <MessageFrame {...{ conversation, message, viewerId, back }} title={t('results.title')}>
      {mayClose && (
        <Form method="post" action={`/messages/${conversation.id}/messages/${message.id}/close`}>
          <SubmitButton variant="outline" icon={Lock}>
            {t('results.close')}
          </SubmitButton>
          <p className="mt-2 text-sm text-muted-foreground">{t('results.closeHint')}</p>
        </Form>
      )}
      <Card title={t('results.who')}>
        {poll.anonymous ? (
          <p className="text-sm text-muted-foreground">{t('results.anonymous')}</p>
        ) : (
          <dl className="flex flex-col gap-4">
            {poll.options.map(({ text }, place) => (
              <div key={text}>
                <dt className="text-sm font-medium wrap-anywhere">{text}</dt>
                <dd className="text-sm text-muted-foreground">
                  <Names names={votes.flatMap(({ option, name }) => (option === place ? [name] : []))} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Card>
    </MessageFrame>
  )
}

function Names({ names }: { names: string[] }) {
  const { t } = useTranslation('polls')
  if (names.length === 0) return t('results.nobody')
  return (
    <ul>
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name, and nothing moves
        <li key={index}>{name}</li>
      ))}
    </ul>
  )
}
