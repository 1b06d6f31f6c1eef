import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { DemandedCertificate } from '#db/vocabulary/qualifications.ts'
import { useCertificateName } from './certificate-name.ts'

/** The certificates that a project demands of its bidders, as everybody who sees it reads them. `editTo`: where the reader changes them. */
export function DemandedCard({
  demanded,
  currency,
  editTo,
}: {
  demanded: readonly DemandedCertificate[]
  currency: string
  editTo: string | null
}) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const nameOf = useCertificateName()
  return (
    <Card
      title={t('demand.card')}
      flush={demanded.length > 0}
      actions={
        editTo && (
          <ButtonLink to={editTo} variant="outline" size="sm" icon={Pencil}>
            {t('demand.edit')}
          </ButtonLink>
        )
      }
    >
      {demanded.length === 0 ? (
        <p className="text-sm text-muted-foreground">{t('demand.none')}</p>
      ) : (
        <>
          <p className="max-w-prose px-4 pb-3 text-sm text-muted-foreground sm:px-5">{t('demand.cardText')}</p>
          <ul className="divide-y divide-border border-t border-border text-sm">
            {demanded.map((one) => (
              <li key={`${one.kind} ${one.label ?? ''}`} className="px-4 py-3 wrap-anywhere sm:px-5">
                {one.minSumCents === null
                  ? nameOf(one)
                  : t('demand.atLeast', { name: nameOf(one), sum: format.money(one.minSumCents, currency) })}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
