import { Building2, FolderPlus, type LucideIcon, Search, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { productName } from '#app/platform/product.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { useRefusals } from '#app/ui/refused-addresses.ts'

/** The first steps for a new company. */
export function FirstRun({
  name,
  organization,
  canInvite,
}: {
  name: string
  organization: boolean
  canInvite: boolean
}) {
  const { t } = useTranslation('site')
  const isRefused = useRefusals()
  const steps: Array<{ step: 'post' | 'bid' | 'company' | 'team'; to: string; icon: LucideIcon }> = [
    { step: 'post', to: '/projects/new', icon: FolderPlus },
    { step: 'bid', to: '/projects?view=open', icon: Search },
    ...(organization ? [{ step: 'company' as const, to: '/company-settings', icon: Building2 }] : []),
    ...(canInvite ? [{ step: 'team' as const, to: '/team', icon: UserPlus }] : []),
  ]
  return (
    <section
      aria-labelledby="first-run"
      className="rounded-lg border border-border bg-card p-5 text-card-foreground sm:p-6"
    >
      <h2 id="first-run" className="text-xl font-semibold tracking-tight">
        {t('dashboard.first.title', { product: productName, name })}
      </h2>
      <p className="mt-1 text-sm text-muted-foreground">{t('dashboard.first.text')}</p>
      <ul className="mt-5 grid gap-4 sm:grid-cols-2 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
        {steps
          .filter(({ to }) => !isRefused(to))
          .map(({ step, to, icon: Icon }, index) => (
            <li key={step} className="flex flex-col items-start gap-2 rounded-md border border-border p-4">
              <Icon aria-hidden className="size-5 text-primary" />
              <h3 className="text-sm font-semibold">{t(`dashboard.first.${step}.title`)}</h3>
              <p className="mb-2 text-sm text-muted-foreground">{t(`dashboard.first.${step}.text`)}</p>
              <ButtonLink to={to} size="sm" variant={index === 0 ? 'primary' : 'outline'} className="mt-auto">
                {t(`dashboard.first.${step}.action`)}
              </ButtonLink>
            </li>
          ))}
      </ul>
    </section>
  )
}
