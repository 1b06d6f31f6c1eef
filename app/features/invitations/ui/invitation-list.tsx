import { Gavel } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedInvitation } from '#app/features/invitations/queries.server.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { Tone } from '#app/ui/tones.ts'

type State = 'closed' | 'bid' | 'declined' | 'waiting'
const tones: Record<State, Tone> = { closed: 'neutral', bid: 'success', declined: 'neutral', waiting: 'warning' }

function stateOf({ takesBids, hasBid, status }: ReceivedInvitation): State {
  if (hasBid) return 'bid'
  if (!takesBids) return 'closed'
  return status === 'declined' ? 'declined' : 'waiting'
}

/** What a company is invited to, with what it has answered and can answer. */
export function InvitationList({ invitations, now }: { invitations: readonly ReceivedInvitation[]; now: number }) {
  const { t } = useTranslation('invitations')
  const format = useFormat()
  const deadline = useDeadline()
  return (
    <ul className="flex flex-col gap-4">
      {invitations.map((invitation) => {
        const { id, projectId, title, client, location, note, reason, takesBids, hasBid } = invitation
        const state = stateOf(invitation)
        return (
          <li key={id}>
            <Card
              title={<TextLink to={`/projects/${projectId}`}>{title}</TextLink>}
              actions={<Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>}
            >
              <div className="flex flex-col gap-3 text-sm">
                <p className="text-muted-foreground wrap-anywhere">
                  {[client, location, t('list.invitedOn', { date: format.date(invitation.invitedAt) })].join(' · ')}
                </p>
                <p>
                  <span className="font-medium">{deadline(invitation.bidDeadline, invitation.timeZone)}</span>{' '}
                  {takesBids && (
                    <span className="text-muted-foreground">{format.relative(invitation.bidDeadline, now)}</span>
                  )}
                </p>
                <p>{t(invitation.invitedOnly ? 'list.invitedOnly' : 'list.openToAll')}</p>
                {note && (
                  <blockquote className="border-s-2 border-border ps-3 wrap-anywhere whitespace-pre-line">
                    {note}
                  </blockquote>
                )}
                {state === 'declined' && reason && (
                  <p className="wrap-anywhere whitespace-pre-line">{t('list.yourReason', { reason })}</p>
                )}
                {takesBids && !hasBid && (
                  <p className="flex flex-wrap gap-3">
                    <ButtonLink to={`/bids/new?project=${projectId}`} icon={Gavel}>
                      {t('list.bid')}
                    </ButtonLink>
                    {invitation.canDecline && (
                      <ButtonLink to={`/invitations/${id}/decline`} variant="outline">
                        {t('decline.title')}
                      </ButtonLink>
                    )}
                  </p>
                )}
              </div>
            </Card>
          </li>
        )
      })}
    </ul>
  )
}
