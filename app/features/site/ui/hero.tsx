import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { lowestMonthlyCents } from '#app/features/site/plans.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ProductPicture } from './product-picture.tsx'
import { useProjectSizes } from './project-sizes.ts'

/** What the product is, whom it is for, and how to start. */
export function Hero({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation('site')
  const format = useFormat()
  const sizes = useProjectSizes()
  return (
    <section className="overflow-hidden">
      <div className="mx-auto grid max-w-6xl items-center gap-12 px-4 py-14 sm:px-6 sm:py-20 lg:grid-cols-[5fr_6fr]">
        <div className="min-w-0">
          <p className="text-sm font-semibold text-primary">{t('landing.eyebrow')}</p>
          <h1 className="mt-3 text-4xl font-semibold tracking-tight sm:text-5xl">{t('landing.heading')}</h1>
          <p className="mt-5 max-w-xl text-lg text-muted-foreground">{t('landing.lead', sizes)}</p>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            {signedIn ? (
              <ButtonLink to="/dashboard" size="lg" iconEnd={ArrowRight}>
                {t('landing.goToDashboard')}
              </ButtonLink>
            ) : (
              <ButtonLink to="/signup" size="lg" iconEnd={ArrowRight}>
                {t('landing.startTrial')}
              </ButtonLink>
            )}
            <ButtonLink to="/pricing" size="lg" variant="outline">
              {t('landing.viewPricing')}
            </ButtonLink>
          </div>
          <p className="mt-4 text-sm text-muted-foreground">
            {t('landing.trialNote', { price: format.money(lowestMonthlyCents, 'EUR', { decimals: false }) })}
          </p>
        </div>
        <ProductPicture />
      </div>
    </section>
  )
}
