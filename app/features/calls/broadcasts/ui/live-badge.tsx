import { useTranslation } from 'react-i18next'
import { Badge } from '#app/ui/badge.tsx'

export function LiveBadge() {
  const { t } = useTranslation('broadcasts')
  return <Badge tone="danger">{t('badge')}</Badge>
}
