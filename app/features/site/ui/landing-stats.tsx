import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { trialDays } from '#app/features/site/legal.ts'
import { useFormat } from '#app/i18n/format.ts'
import { useProjectSizes } from './project-sizes.ts'

export function LandingStats() {
  const { t } = useTranslation('site')
  const { percent } = useFormat()
  const sizes = useProjectSizes()
  return (
    <section aria-label={t('landing.stats.label')} className="border-y border-border bg-card text-card-foreground">
      <dl className="mx-auto grid max-w-6xl grid-cols-2 gap-x-4 gap-y-8 px-4 py-10 sm:px-6 lg:grid-cols-4">
        <Figure label={t('landing.stats.size.label')}>{t('landing.stats.size.value', sizes)}</Figure>
        <Figure label={t('landing.stats.team.label')}>{t('landing.stats.team.value')}</Figure>
        <Figure label={t('landing.stats.uptime.label')}>
          {t('landing.stats.uptime.value', { percent: percent(9990) })}
        </Figure>
        <Figure label={t('landing.stats.trialLabel')}>{t('landing.stats.trial', { count: trialDays })}</Figure>
      </dl>
    </section>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="text-xl font-semibold tracking-tight tabular-nums sm:text-2xl">{children}</dd>
    </div>
  )
}
