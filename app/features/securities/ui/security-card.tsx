import { useTranslation } from 'react-i18next'
import type { RecordedSecurity } from '#app/features/securities/queries.server.ts'
import type { SecurityAction } from '#app/features/securities/security.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Timeline } from '#app/ui/timeline.tsx'
import { SecurityBadge } from './security-badge.tsx'

const looks: Record<SecurityAction, 'primary' | 'outline' | 'ghost'> = {
  ...{ receive: 'primary', return: 'outline', claim: 'outline', withdraw: 'ghost' },
}

/** A recorded security with what happened to it, and what the user may record next. */
export function SecurityCard({
  contract,
  security,
}: {
  contract: { id: string; currency: string }
  security: RecordedSecurity
}) {
  const { t } = useTranslation('securities')
  const format = useFormat()
  const { id, purpose, kind, guarantor, number, amountCents, validUntil, standing, steps, actions } = security
  const path = `/contracts/${contract.id}/securities/${id}`
  return (
    <Card title={t(`purpose.${purpose}`)} actions={<SecurityBadge standing={standing} />}>
      <div className="flex flex-col gap-5">
        {actions.length > 0 && (
          <div className="flex flex-wrap gap-2 print:hidden">
            {actions.map((action) => (
              <ButtonLink key={action} to={`${path}/${action}`} variant={looks[action]} size="sm">
                {t(`action.${action}`)}
              </ButtonLink>
            ))}
          </div>
        )}
        <DescriptionList
          items={[
            { term: t('form.kind'), description: t(`kind.${kind}`) },
            { term: t('field.guarantor'), description: guarantor },
            { term: t('field.number'), description: number },
            { term: t('field.amount'), description: format.money(amountCents, contract.currency) },
            {
              term: t('field.validUntil'),
              description: validUntil ? format.date(validUntil) : t('field.untilReturned'),
            },
            ...(security.fileId
              ? [
                  {
                    term: t('field.file'),
                    description: (
                      <TextLink to={`/files/${security.fileId}`} reloadDocument>
                        {security.fileName}
                      </TextLink>
                    ),
                  },
                ]
              : []),
          ]}
        />
        <Timeline
          entries={steps.map((step) => ({
            id: step.id,
            title: t(`step.${step.action}`),
            by: step.by,
            time: <time dateTime={new Date(step.at).toISOString()}>{format.dateTime(step.at)}</time>,
            body: [
              step.day && format.date(step.day),
              step.person,
              step.amountCents !== null && format.money(step.amountCents, contract.currency),
              step.note,
            ]
              .filter(Boolean)
              .join(' · '),
          }))}
        />
      </div>
    </Card>
  )
}
