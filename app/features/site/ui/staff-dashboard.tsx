import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

/** The dashboard of platform staff, who belong to no company. */
export function StaffDashboard() {
  const { t } = useTranslation('site')
  return (
    <EmptyState
      icon={ShieldCheck}
      title={t('dashboard.platform.title')}
      action={<ButtonLink to="/escrow">{t('dashboard.platform.escrow')}</ButtonLink>}
    >
      {t('dashboard.platform.text')}
    </EmptyState>
  )
}
