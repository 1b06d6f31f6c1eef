import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** The questions of the pricing page, in their order. */
export const pricingQuestions = ['trial', 'refund', 'currency', 'yearly', 'escrow'] as const

export function PricingQuestions() {
  const { t } = useTranslation('site')
  return (
    <section className="mx-auto mt-16 max-w-3xl sm:mt-20">
      <h2 className="text-2xl font-semibold tracking-tight">{t('pricing.faq.title')}</h2>
      <div className="mt-5 divide-y divide-border border-y border-border">
        {pricingQuestions.map((question) => (
          <details key={question} className="group">
            <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 rounded-md py-3 text-base font-medium">
              {t(`pricing.faq.${question}.q`)}
              <ChevronDown
                aria-hidden
                className="size-5 shrink-0 text-muted-foreground transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="pb-5 text-base text-muted-foreground">{t(`pricing.faq.${question}.a`)}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
