import { useTranslation } from 'react-i18next'
import {
  type CertificateState,
  certificateState,
  lastDayOf,
  youngUntil,
} from '#app/features/qualifications/certificate.ts'
import type { Certificate } from '#app/features/qualifications/certificates.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { Tone } from '#app/ui/tones.ts'
import { useCertificateName } from './certificate-name.ts'

const tones: Record<CertificateState, Tone> = {
  ...{ valid: 'success', ending: 'warning' },
  ...{ expired: 'danger', tooOld: 'danger', notYet: 'warning' },
}

/** The certificates that a company keeps, each with its state today (YYYY-MM-DD). */
export function CertificateList({
  certificates,
  today,
  canKeep,
}: {
  certificates: readonly Certificate[]
  today: string
  canKeep: boolean
}) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const nameOf = useCertificateName()
  return (
    <ul className="divide-y divide-border border-t border-border text-sm">
      {certificates.map((certificate) => {
        const { id, issuer, number, issuedOn, sumCents, currency, fileId, fileName } = certificate
        const state = certificateState(certificate, today)
        const lastDay = lastDayOf(certificate)
        const young = youngUntil(certificate)
        return (
          <li key={id} className="flex flex-col gap-1.5 px-4 py-3 sm:px-5">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="min-w-0 font-medium wrap-anywhere">{nameOf(certificate)}</span>
              <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
            </p>
            <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-muted-foreground">
              <span className="wrap-anywhere">{number === null ? issuer : t('by', { issuer, number })}</span>
              {sumCents !== null && currency !== null && <span>{format.money(sumCents, currency)}</span>}
              <span>{t('issued', { date: format.date(issuedOn) })}</span>
              {lastDay !== null && <span>{t('validUntil', { date: format.date(lastDay) })}</span>}
              {young !== null && <span>{t('youngUntil', { date: format.date(young) })}</span>}
            </p>
            <p className="flex flex-wrap gap-x-4 gap-y-1">
              <TextLink to={`/files/${fileId}`} reloadDocument className="wrap-anywhere" block>
                {fileName}
              </TextLink>
              {canKeep && (
                <TextLink to={`/company-settings/certificates/${id}/remove`} block>
                  {t('remove.link')}
                  <span className="sr-only">: {nameOf(certificate)}</span>
                </TextLink>
              )}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
