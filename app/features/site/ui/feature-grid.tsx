import { Columns3, FilePenLine, Lock, type LucideIcon, ReceiptText, ShieldCheck, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'

const features = [
  ['bids', Lock],
  ['compare', Columns3],
  ['contracts', FilePenLine],
  ['escrow', ShieldCheck],
  ['invoicing', ReceiptText],
  ['team', Users],
] as const satisfies ReadonlyArray<readonly [string, LucideIcon]>

export function FeatureGrid() {
  const { t } = useTranslation('site')
  return (
    <section className="mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-20">
      <h2 className="text-3xl font-semibold tracking-tight">{t('landing.features.title')}</h2>
      <p className="mt-3 max-w-2xl text-base text-muted-foreground">{t('landing.features.text')}</p>
      <div className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {features.map(([name, Icon]) => (
          <article key={name} className="rounded-lg border border-border bg-card p-5 text-card-foreground sm:p-6">
            <span className="grid size-10 place-items-center rounded-md bg-primary/12 text-primary">
              <Icon aria-hidden className="size-5" />
            </span>
            <h3 className="mt-4 text-base font-semibold">{t(`landing.features.${name}.title`)}</h3>
            <p className="mt-1.5 text-base text-muted-foreground sm:text-sm">{t(`landing.features.${name}.text`)}</p>
          </article>
        ))}
      </div>
    </section>
  )
}
