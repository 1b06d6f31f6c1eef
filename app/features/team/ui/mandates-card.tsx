import { useTranslation } from 'react-i18next'
import type { Mandate } from '#app/features/team/mandate.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { type Power, powers } from '#db/vocabulary/accounts.ts'

/** How far somebody may bind the company; with `changeTo`, where that is changed. */
export function MandatesCard({ mandates, changeTo }: { mandates: Record<Power, Mandate>; changeTo: string | null }) {
  const { t } = useTranslation('team')
  const format = useFormat()
  const said = (limit: Mandate) => {
    if (limit === null) return t('mandate.unlimited')
    return limit === 0 ? t('mandate.none') : t('mandate.upTo', { limit: format.money(limit, 'EUR') })
  }
  return (
    <Card title={t('mandate.title')} description={t('mandate.text')}>
      <div className="flex flex-col items-start gap-5">
        <DescriptionList
          items={powers.map((power) => ({ term: t(`mandate.power.${power}`), description: said(mandates[power]) }))}
        />
        {changeTo && (
          <ButtonLink to={changeTo} variant="outline">
            {t('mandate.change')}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
