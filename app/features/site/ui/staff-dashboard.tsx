import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { StaffWaiting } from '#app/features/site/staff-attention.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { StaffWaitingCard } from './staff-waiting.tsx'

/** How the certificate of the seal stands; times in UTC ms. */
type Seal = { state: 'valid' | 'ending' | 'ended' | 'not_yet'; from: number; to: number }

/** The dashboard of platform staff, who belong to no company: what the installation needs of them, then the way to their work. */
export function StaffDashboard({ seal, waiting }: { seal: Seal | null; waiting: readonly StaffWaiting[] }) {
  const { t } = useTranslation('site')
  const format = useFormat()
  return (
    <div className="flex flex-col gap-6">
      {seal && seal.state !== 'valid' && (
        <Alert
          tone={seal.state === 'ending' ? 'warning' : 'danger'}
          actions={
            <ButtonLink to="/seal" size="sm" variant="outline">
              {t('dashboard.platform.seal.view')}
            </ButtonLink>
          }
        >
          {seal.state === 'ending'
            ? t('dashboard.platform.seal.ending', { date: format.date(seal.to) })
            : t('dashboard.platform.seal.invalid', { from: format.date(seal.from), to: format.date(seal.to) })}
        </Alert>
      )}
      {waiting.length > 0 && <StaffWaitingCard rows={waiting} />}
      <EmptyState
        icon={ShieldCheck}
        title={t('dashboard.platform.title')}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <ButtonLink to="/escrow">{t('dashboard.platform.escrow')}</ButtonLink>
            <ButtonLink to="/quote-requests" variant="outline">
              {t('dashboard.platform.quotes')}
            </ButtonLink>
          </span>
        }
      >
        {t('dashboard.platform.text')}
      </EmptyState>
    </div>
  )
}
