import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { findOperator } from '#app/features/site/legal.server.ts'
import { legalVersion } from '#app/features/site/legal.ts'
import { useFormat } from '#app/i18n/format.ts'

type LegalPageProps = {
  title: string
  lead: string
  operator: ReturnType<typeof findOperator>
  children: ReactNode
}

/** A page of legal texts: its title, version, who runs the server, and its sections. */
export function LegalPage({ title, lead, operator: { company, email }, children }: LegalPageProps) {
  const { t } = useTranslation('legal')
  const { date } = useFormat()
  return (
    <article className="mx-auto flex w-full max-w-3xl flex-col gap-8 px-4 py-10 sm:px-6 sm:py-14">
      <header className="flex flex-col gap-3">
        <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
        <p className="text-sm text-muted-foreground">{t('updated', { date: date(legalVersion) })}</p>
        <p className="text-lg">{lead}</p>
        <p className="text-muted-foreground wrap-anywhere">
          {company ? t('operator', { ...company, email }) : t('operatorUnnamed', { email })}
        </p>
      </header>
      {children}
    </article>
  )
}

/** A section whose text has a paragraph for each line. */
export function LegalSection({ title, text }: { title: string; text: string }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
      {text.split('\n').map((paragraph) => (
        <p key={paragraph} className="leading-relaxed">
          {paragraph}
        </p>
      ))}
    </section>
  )
}
