import { useTranslation } from 'react-i18next'
import type { Step } from '#app/features/contract-steps/contract-step.ts'
import type { FoundSteps } from '#app/features/contract-steps/find-steps.server.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useRefusals } from '#app/ui/refused-addresses.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'

type Contract = {
  client: { name: string }
  provider: { name: string }
  /** Null for an admin. */
  party: ContractParty | null
  currency: string
  timeZone: string | null
}

/** On top of the pages of a contract and its escrow: what the reader's company has to do next, each with its button, and what it waits for. */
export function StepLists({ steps, contract }: { steps: FoundSteps; contract: Contract }) {
  const { t } = useTranslation('contractsteps')
  const isRefused = useRefusals()
  const nameOf = useStepName()
  const { mine, theirs, today } = steps
  if (mine.length + theirs.length === 0) return null
  return (
    <Card title={contract.party && t(mine.length > 0 ? 'mine' : 'nothing')} className="print:hidden">
      <div className="flex flex-col gap-4">
        {mine.length > 0 && (
          <ul className="flex flex-col divide-y divide-border">
            {mine.map((step, at) => (
              <li
                key={keyOf(step)}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
              >
                <StepText step={step} contract={contract} today={today} />
                {step.isExcluded || isRefused(step.to) ? (
                  <p className="text-sm text-muted-foreground">{t('noRight')}</p>
                ) : (
                  <ButtonLink to={addressOf(step)} variant={at === 0 ? 'primary' : 'outline'}>
                    {nameOf(step)}
                  </ButtonLink>
                )}
              </li>
            ))}
          </ul>
        )}
        {(['client', 'provider'] as const).map((party) => {
          const waiting = theirs.filter(({ by }) => by === party)
          return (
            waiting.length > 0 && (
              <div key={party} className="flex flex-col gap-2 rounded-md bg-muted px-4 py-3">
                <h3 className="text-sm font-semibold wrap-anywhere">{t('theirs', { other: contract[party].name })}</h3>
                <ul className="flex flex-col gap-2">
                  {waiting.map((step) => (
                    <li key={keyOf(step)}>
                      <StepText step={step} contract={contract} today={today} />
                    </li>
                  ))}
                </ul>
              </div>
            )
          )
        })}
      </div>
    </Card>
  )
}

/** Two steps of one kind differ by where they are done, by what they are done to or, of securities to give, by their purpose. */
const keyOf = ({ kind, by, to, subject, security }: Step) => [kind, by, to, subject, security?.purpose].join(' ')
const addressOf = ({ kind, to, security }: Step) =>
  kind === 'giveSecurity' && security ? `${to}?purpose=${security.purpose}` : to

/** What has to be done, with the purpose of a security, of which there may be two. */
function useStepName(): (step: Pick<Step, 'kind' | 'security'>) => string {
  const { t } = useTranslation('contractsteps')
  return ({ kind, security }) =>
    security ? t('named', { action: t(`kind.${kind}`), subject: t(`purpose.${security.purpose}`) }) : t(`kind.${kind}`)
}

function StepText({ step, contract, today }: { step: Step; contract: Contract; today: string }) {
  const { t } = useTranslation('contractsteps')
  const nameOf = useStepName()
  const format = useFormat()
  const deadline = useDeadline()
  const { subject, security, amountCents, count, dueOn, dueAt } = step
  const date = dueAt === null ? dueOn && format.date(dueOn) : deadline(dueAt, contract.timeZone)
  const about = [
    subject,
    security && format.money(security.amountCents, contract.currency),
    amountCents !== null && format.money(amountCents, contract.currency),
    count === null ? null : t('overdue', { count }),
    date && t('due', { date }),
  ].filter(Boolean)
  return (
    <p className="min-w-0 text-sm wrap-anywhere">
      <span className="font-medium">{nameOf(step)}</span>
      {dueOn !== null && dueOn < today && (
        <>
          {' '}
          <Badge tone="danger">{t('overdue')}</Badge>
        </>
      )}
      {about.length > 0 && <span className="block text-muted-foreground">{about.join(' · ')}</span>}
    </p>
  )
}
