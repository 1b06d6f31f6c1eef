import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/card.tsx'
import { loaderOf, useLoaded } from '#app/ui/use-loaded.ts'

const importCheck = loaderOf(
  () => import('./media-check.tsx'),
  ({ MediaCheck }) => MediaCheck,
)

/** The settings of calls in this browser, which need its scripts. */
export function CallSettings() {
  const { t } = useTranslation('callbuttons')
  const MediaCheck = useLoaded(importCheck)
  return (
    <Card title={t('settings.title')} description={t('settings.text')}>
      <noscript>
        <p className="text-sm">{t('settings.scripts')}</p>
      </noscript>
      {MediaCheck && <MediaCheck />}
    </Card>
  )
}
