import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/card.tsx'

const jobSteps = ['post', 'compare', 'sign', 'fund', 'approve', 'invoice'] as const
const escrowFacts = ['ledger', 'transfer', 'release', 'deadline', 'dispute', 'notBank'] as const

/** Getting started, how escrow works, and whom to contact. */
export function HelpArticle({ email }: { email: string }) {
  const { t } = useTranslation('site')
  return (
    <div className="grid items-start gap-6 lg:grid-cols-3">
      <div className="flex flex-col gap-6 lg:col-span-2">
        <Card title={t('help.job.title')} description={t('help.job.text')}>
          <ol className="flex flex-col gap-4">
            {jobSteps.map((step, index) => (
              <li key={step} className="flex gap-3">
                <span
                  aria-hidden
                  className="grid size-7 shrink-0 place-items-center rounded-full bg-primary/12 text-sm font-semibold text-primary tabular-nums"
                >
                  {index + 1}
                </span>
                <div className="min-w-0 pt-0.5">
                  <h3 className="text-sm font-semibold">{t(`help.job.${step}.title`)}</h3>
                  <p className="mt-0.5 text-sm text-muted-foreground">{t(`help.job.${step}.text`)}</p>
                </div>
              </li>
            ))}
          </ol>
        </Card>
        <Card title={t('help.escrow.title')} description={t('help.escrow.text')}>
          <dl className="flex flex-col gap-4">
            {escrowFacts.map((fact) => (
              <div key={fact}>
                <dt className="text-sm font-semibold">{t(`help.escrow.${fact}.title`)}</dt>
                <dd className="mt-0.5 text-sm text-muted-foreground">{t(`help.escrow.${fact}.text`)}</dd>
              </div>
            ))}
          </dl>
        </Card>
      </div>
      <div className="flex flex-col gap-6">
        <Card title={t('help.forms.title')}>
          <div className="flex flex-col gap-3 text-sm">
            <p>{t('help.forms.leaving')}</p>
            <p>{t('help.forms.search')}</p>
          </div>
        </Card>
        <Card title={t('help.contact.title')}>
          <div className="flex flex-col gap-3 text-sm">
            <p>{t('help.contact.text')}</p>
            <p>
              <a
                href={`mailto:${email}`}
                className="font-medium text-primary underline decoration-primary/40 underline-offset-4 hover:decoration-primary wrap-anywhere"
              >
                {email}
              </a>
            </p>
            <p className="text-muted-foreground">{t('help.contact.number')}</p>
          </div>
        </Card>
      </div>
    </div>
  )
}
