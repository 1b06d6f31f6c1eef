import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Video } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { findMembership } from '#app/features/conversations/access.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'broadcasts:new.title', description: 'broadcasts:new.description' }

/** To the conversation of the query, or to the company. */
export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.send')
  const conversationId = new URL(request.url).searchParams.get('conversation')
  if (conversationId === null) {
    const mayHost = can(ctx, 'messages.broadcast')
    return { conversationId, place: ctx.company?.name ?? null, mayHost }
  }
  const membership = orNotFound(findMembership(ctx.db, ctx.actor.id, conversationId))
  return { conversationId, place: membership.conversation.name, mayHost: membership.rights.includes('call') }
}

/** What a broadcast is and who sees it, and the button that begins one; it is the script's. */
export default function NewBroadcast() {
  const { conversationId, place, mayHost } = useLoaderData<typeof loader>()
  const { t } = useTranslation('broadcasts')
  return (
    <div className="flex max-w-reading flex-col gap-5">
      <noscript>
        <Alert tone="info" title={t('new.noScriptTitle')}>
          {t('new.noScript')}
        </Alert>
      </noscript>
      {mayHost ? (
        <Card title={place ? t('new.to', { place }) : t('new.toDirect')}>
          <ul className="flex list-disc flex-col gap-2 ps-5">
            <li>{t('new.told')}</li>
            <li>{t('new.recorded')}</li>
            <li>{t('new.questions')}</li>
          </ul>
          <Button
            icon={Video}
            data-broadcast={conversationId ?? ''}
            data-call-name={place ?? undefined}
            className="mt-4 noscript:hidden"
          >
            {t('new.button')}
          </Button>
        </Card>
      ) : (
        <Alert tone="info">{t(conversationId === null ? 'new.onlyManagers' : 'new.noCalls')}</Alert>
      )}
      <div>
        <ButtonLink to={conversationId === null ? '/calls' : `/messages/${conversationId}`} variant="outline">
          {t(conversationId === null ? 'new.back' : 'new.backToConversation')}
        </ButtonLink>
      </div>
    </div>
  )
}
