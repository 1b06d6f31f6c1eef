import { Calculator, MessageSquareQuote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'

/** The ways to a price for somebody who has no account: an estimate at once, or a quote within a day. */
export function CostPrompt() {
  const { t } = useTranslation('estimation')
  const { t: tQuote } = useTranslation('quoterequest')
  return (
    <section className="mx-auto max-w-6xl px-4 pt-4 sm:px-6">
      <div className="grid gap-4 md:grid-cols-2">
        <div className="flex flex-col items-start gap-3 rounded-lg border border-border bg-card p-6 text-card-foreground">
          <h2 className="text-xl font-semibold tracking-tight">{t('title')}</h2>
          <p className="flex-1 text-muted-foreground">{t('lead')}</p>
          <ButtonLink to="/estimate" icon={Calculator}>
            {t('link')}
          </ButtonLink>
        </div>
        <div className="flex flex-col items-start gap-3 rounded-lg border border-border bg-card p-6 text-card-foreground">
          <h2 className="text-xl font-semibold tracking-tight">{tQuote('title')}</h2>
          <p className="flex-1 text-muted-foreground">{tQuote('lead')}</p>
          <ButtonLink to="/quote" icon={MessageSquareQuote} variant="outline">
            {tQuote('link')}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
