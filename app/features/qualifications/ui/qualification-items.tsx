import { useTranslation } from 'react-i18next'
import type { QualificationItem } from '#app/features/qualifications/check-qualification.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { Tone } from '#app/ui/tones.ts'
import type { NamedCertificate } from '#db/vocabulary/qualifications.ts'
import { useCertificateName } from './certificate-name.ts'

const tones: Record<QualificationItem['state'], Tone> = {
  ...{ met: 'success', valid: 'success', ending: 'success' },
  ...{ missing: 'warning', expired: 'warning', tooOld: 'warning', notYet: 'warning', sumTooLow: 'warning' },
  notMet: 'danger',
}

/** What a bid answers to each requirement and each demanded certificate, in order. */
export function QualificationItems({ items, currency }: { items: readonly QualificationItem[]; currency: string }) {
  const { t } = useTranslation('qualification')
  const nameOf = useItemName(currency)
  return (
    <ul className="divide-y divide-border border-t border-border text-sm">
      {items.map((item) => {
        const certificate = item.subject === 'requirement' ? (item.answer?.certificate ?? null) : item.certificate
        const words = item.subject === 'requirement' ? (item.answer?.words ?? null) : null
        return (
          <li key={nameOf(item)} className="flex flex-col gap-1 px-4 py-3 sm:px-5">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="min-w-0 wrap-anywhere whitespace-pre-line">{nameOf(item)}</span>
              <Badge tone={tones[item.state]}>{t(`item.${item.state}`)}</Badge>
            </p>
            {words !== null && (
              <p className="max-w-prose text-muted-foreground wrap-anywhere whitespace-pre-line">{words}</p>
            )}
            {certificate && <CertificateLine certificate={certificate} />}
          </li>
        )
      })}
    </ul>
  )
}

function CertificateLine({ certificate }: { certificate: NamedCertificate }) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const { issuer, number, issuedOn, validUntil, sumCents, currency, fileId, fileName } = certificate
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-muted-foreground">
      <TextLink to={`/files/${fileId}`} reloadDocument className="wrap-anywhere">
        {fileName}
      </TextLink>
      <span className="wrap-anywhere">{number === null ? issuer : t('by', { issuer, number })}</span>
      {sumCents !== null && currency !== null && <span>{format.money(sumCents, currency)}</span>}
      <span>{t('issued', { date: format.date(issuedOn) })}</span>
      {validUntil !== null && <span>{t('validUntil', { date: format.date(validUntil) })}</span>}
    </p>
  )
}

/** Names what is asked: a requirement by its words, a certificate with its least sum. */
export function useItemName(currency: string): (item: QualificationItem) => string {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const nameOf = useCertificateName()
  return (item) => {
    if (item.subject === 'requirement') return item.requirement
    const { minSumCents } = item.demanded
    const name = nameOf(item.demanded)
    return minSumCents === null ? name : t('demand.atLeast', { name, sum: format.money(minSumCents, currency) })
  }
}
