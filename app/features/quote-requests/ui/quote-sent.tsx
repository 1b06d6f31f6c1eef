import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'

/** What somebody reads who has asked for a quote or a plan: what is promised, and what comes next. */
export function QuoteSent({ title, next }: { title: string; next: { to: string; label: string } }) {
  const { t } = useTranslation('quoterequest')
  return (
    <section className="flex flex-col items-center gap-4 rounded-lg border border-border bg-card px-5 py-12 text-center text-card-foreground">
      <CircleCheck aria-hidden className="size-12 text-success" />
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="max-w-prose text-base">{t('sent.promise')}</p>
      <p className="max-w-prose text-sm text-muted-foreground">{t('sent.mail')}</p>
      <div className="mt-2 flex flex-col gap-3 sm:flex-row print:hidden">
        <ButtonLink to="/">{t('sent.close')}</ButtonLink>
        <ButtonLink to={next.to} variant="outline">
          {next.label}
        </ButtonLink>
      </div>
    </section>
  )
}
