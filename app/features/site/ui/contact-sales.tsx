import { Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'

export function ContactSales() {
  const { t } = useTranslation('site')
  return (
    <section className="mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-20">
      <div className="flex flex-col gap-6 rounded-lg border border-border bg-accent p-6 text-accent-foreground sm:p-10 lg:flex-row lg:items-center lg:justify-between">
        <div className="max-w-2xl">
          <h2 className="text-2xl font-semibold tracking-tight">{t('landing.contact.title')}</h2>
          <p className="mt-2 text-base">{t('landing.contact.text')}</p>
        </div>
        <div className="flex shrink-0 flex-col gap-3 whitespace-nowrap sm:flex-row">
          <ButtonLink to="/contact-sales" size="lg" icon={Mail}>
            {t('landing.contact.sales')}
          </ButtonLink>
          <ButtonLink to="/pricing" size="lg" variant="secondary">
            {t('landing.contact.pricing')}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
