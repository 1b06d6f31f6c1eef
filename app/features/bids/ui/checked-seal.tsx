import { useTranslation } from 'react-i18next'
import type { CheckedSeal as Seal } from '#app/features/bids/opening/opening.server.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'

/** What the seal of an opened bid proves to anybody who has it: neither its bidder nor its amounts. */
export function CheckedSeal({ seal }: { seal: Seal }) {
  const { t } = useTranslation('opening')
  const { t: tBid } = useTranslation('bids')
  const deadline = useDeadline()
  const state = seal.isIntact === null ? 'replaced' : seal.isIntact ? 'intact' : 'changed'
  const tone = { replaced: 'info', intact: 'success', changed: 'danger' } as const
  return (
    <>
      <div>
        <h1 className="text-2xl font-semibold">{t('check.heading')}</h1>
        <p className="mt-1 text-muted-foreground">{t('check.about')}</p>
      </div>
      <Alert tone={tone[state]} title={t(`check.${state}.title`)}>
        {t(`check.${state}.text`)}
      </Alert>
      <Card>
        <DescriptionList
          items={[
            { term: tBid('field.project'), description: seal.title },
            { term: t('opening.client'), description: seal.clientName },
            { term: t('check.revision'), description: seal.revision },
            { term: t('check.sealedAt'), description: deadline(seal.sealedAt, seal.timeZone) },
            { term: t('opening.openedAt'), description: deadline(seal.openedAt, seal.timeZone) },
            {
              term: t('check.hash'),
              description: <code className="font-mono text-xs wrap-anywhere">{seal.digest}</code>,
            },
          ]}
        />
      </Card>
    </>
  )
}
