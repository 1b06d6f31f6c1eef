import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '#app/features/decisions/choice.server.ts'
import { maxAppeals, maxContact, maxReason } from '#app/features/decisions/limits.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'

export const awardFields = ['reason', 'contact', 'appeals', 'fallbackBidId'] as const
type Fields = Record<(typeof awardFields)[number], FieldMetadata<string>>

/** What the client writes to the bidders with an award, and the bid that it would turn to if no contract comes about. */
export function AwardFields({
  fields,
  labels,
  choice,
}: {
  fields: Fields
  labels: Record<(typeof awardFields)[number], string>
  choice: Choice
}) {
  const { t } = useTranslation('decisions')
  const { ground, others, open } = choice
  return (
    <>
      {open.length > 0 && (
        <Alert tone="warning" title={t('award.open.title')}>
          <p>{t('award.open.text')}</p>
          <ul className="mt-2 list-disc ps-5">
            {open.map((company) => (
              <li key={company} className="wrap-anywhere">
                {company}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <TextArea
        field={fields.reason}
        label={labels.reason}
        hint={t(`award.reasonHint.${open.length > 0 ? 'open' : (ground ?? 'none')}`)}
        {...(ground === null ? { required: true } : { optional: true })}
        maxLength={maxReason}
      />
      <Field
        field={fields.contact}
        label={labels.contact}
        hint={t('award.contactHint')}
        required
        maxLength={maxContact}
      />
      <TextArea
        field={fields.appeals}
        label={labels.appeals}
        hint={t('award.appealsHint')}
        optional
        maxLength={maxAppeals}
      />
      {others.length > 0 && (
        <Select
          field={fields.fallbackBidId}
          label={labels.fallbackBidId}
          hint={t('award.fallbackHint')}
          placeholder={t('award.noFallback')}
          optional
          options={others.map(({ id, company }) => ({ value: id, label: company }))}
        />
      )}
    </>
  )
}
