import { useTranslation } from 'react-i18next'

const steps = ['post', 'compare', 'sign', 'release'] as const

export function HowItWorks() {
  const { t } = useTranslation('site')
  return (
    <section className="border-y border-border bg-card text-card-foreground">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-20">
        <h2 className="text-3xl font-semibold tracking-tight">{t('landing.how.title')}</h2>
        <ol className="mt-10 grid gap-8 sm:grid-cols-2 lg:grid-cols-4 lg:gap-6">
          {steps.map((step, index) => (
            <li key={step} className="border-t-2 border-primary pt-4">
              <p aria-hidden className="text-sm font-semibold text-primary tabular-nums">
                {index + 1}
              </p>
              <h3 className="mt-1 text-base font-semibold">{t(`landing.how.${step}.title`)}</h3>
              <p className="mt-1.5 text-base text-muted-foreground sm:text-sm">{t(`landing.how.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
