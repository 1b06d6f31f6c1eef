import { FileCheck, MailQuestion } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { QualificationView } from '#app/features/bids/qualification/answers-page.server.ts'
import type { BidDetail } from '#app/features/bids/queries.server.ts'
import { QualificationCard } from '#app/features/qualifications/ui/qualification-card.tsx'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

/** What a bid answers to what was asked of all bidders, and what its reader can do about it: answer, ask to complete, complete. */
export function QualificationPanel({
  bid,
  view,
}: {
  bid: Pick<BidDetail, 'currency' | 'project'>
  view: QualificationView
}) {
  const { t } = useTranslation('qualification')
  const deadlineOf = useDeadline()
  const { items, answerTo, askTo, completeTo, openMessage, completions } = view
  const { timeZone, ownerName } = bid.project
  const waiting = completions.find(({ completedAt, isOver }) => completedAt === null && !isOver)
  const action = answerTo ?? askTo
  return (
    <>
      {completeTo !== null && waiting && (
        <Alert
          tone="warning"
          title={t('complete.heading', { company: ownerName })}
          actions={
            <ButtonLink to={completeTo} icon={FileCheck}>
              {t('complete.open')}
            </ButtonLink>
          }
        >
          <p>{t('complete.text', { deadline: deadlineOf(waiting.dueAt, timeZone) })}</p>
          {openMessage !== null && <p className="mt-2 wrap-anywhere whitespace-pre-line">{openMessage}</p>}
        </Alert>
      )}
      <QualificationCard
        items={items}
        currency={bid.currency}
        actions={
          action !== null && (
            <ButtonLink to={action} variant="outline" size="sm" icon={answerTo === null ? MailQuestion : FileCheck}>
              {t(answerTo === null ? 'ask.title' : 'card.fill')}
            </ButtonLink>
          )
        }
      />
      {completions.map(({ id, dueAt, completedAt, isOver }) => (
        <p key={id} className="text-sm text-muted-foreground">
          {completedAt !== null
            ? t('ask.added', { time: deadlineOf(completedAt, timeZone) })
            : t(isOver ? 'ask.over' : 'ask.until', { deadline: deadlineOf(dueAt, timeZone) })}
        </p>
      ))}
    </>
  )
}
