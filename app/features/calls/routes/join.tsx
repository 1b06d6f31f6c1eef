import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CalendarPlus, Copy, Video } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { findMeeting } from '#app/features/calls/find-meeting.server.ts'
import { WithoutScripts } from '#app/features/calls/ui/without-scripts.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { env } from '#app/platform/env.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'calls:join.title', description: 'calls:join.description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.send')
  const meeting = orNotFound(findMeeting(ctx, params.conversationId ?? ''))
  return { ...meeting, link: `${env.origin}/calls/join/${meeting.conversationId}` }
}

/** The meeting link of a conversation; the button is the call's script's. */
export default function JoinMeeting() {
  const { conversationId, name, present, isRecorded, link } = useLoaderData<typeof loader>()
  const { t } = useTranslation('calls')
  const format = useFormat()
  return (
    <div className="flex flex-col gap-5">
      <WithoutScripts to={`/messages/${conversationId}`} proposeTo={conversationId} />
      <Card title={name}>
        <p>{present.length > 0 ? t('join.present', { names: format.list(present) }) : t('join.nobody')}</p>
        {isRecorded && <p className="mt-3 font-medium">{t('join.recorded')}</p>}
        <p className="mt-3 text-sm text-muted-foreground">
          {t('join.link')}: <span className="wrap-anywhere select-all">{link}</span>
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button icon={Video} data-call-join={conversationId} className="noscript:hidden">
            {t('join.button')}
          </Button>
          <Button
            variant="outline"
            icon={Copy}
            onClick={() => void navigator.clipboard?.writeText(link)}
            className="noscript:hidden"
          >
            {t('join.copy')}
          </Button>
          <ButtonLink to={`/calls/times/new?conversation=${conversationId}`} variant="outline" icon={CalendarPlus}>
            {t('join.propose')}
          </ButtonLink>
          <ButtonLink to={`/messages/${conversationId}`} variant="outline">
            {t('open')}
          </ButtonLink>
        </div>
      </Card>
    </div>
  )
}
