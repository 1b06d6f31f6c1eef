import { useTranslation } from 'react-i18next'
import type { ContractDetail, Party } from '#app/features/contracts/queries.server.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

type Contract = Pick<
  ContractDetail,
  | 'client'
  | 'provider'
  | 'paymentMethod'
  | 'retentionBp'
  | 'platformFeeBp'
  | 'grossCents'
  | 'currency'
  | 'sentAt'
  | 'expiresAt'
  | 'timeZone'
  | 'activatedAt'
  | 'closedAt'
  | 'projectId'
  | 'projectTitle'
  | 'party'
  | 'status'
>

/** Both parties, side by side on wide screens. */
export function Parties({ contract }: { contract: Contract }) {
  const { t } = useTranslation('contracts')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(['client', 'provider'] as const).map((side) => {
        const party = contract[side]
        return (
          <Card key={side} as="div">
            <p className="text-sm text-muted-foreground">
              {side === contract.party ? t('detail.you', { party: t(`party.${side}`) }) : t(`party.${side}`)}
            </p>
            <p className="mt-0.5 font-semibold wrap-anywhere">{party.name}</p>
            <p className="text-sm text-muted-foreground">
              {[party.businessId, addressLine(party)].filter(Boolean).join(' · ')}
            </p>
            {party.laterName && (
              <p className="text-sm text-muted-foreground wrap-anywhere">
                {t('detail.laterName', { name: party.laterName })}
              </p>
            )}
            {party.laterAddress && (
              <p className="text-sm text-muted-foreground wrap-anywhere">
                {t('detail.laterAddress', { address: addressLine(party.laterAddress) })}
              </p>
            )}
          </Card>
        )
      })}
    </div>
  )
}

const addressLine = ({ street, postalCode, city }: Pick<Party, 'street' | 'postalCode' | 'city'>) =>
  [street, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(' · ')

/** Key amounts and dates of a contract. */
export function ContractFacts({ contract }: { contract: Contract }) {
  const { t } = useTranslation('contracts')
  const format = useFormat()
  const deadline = useDeadline()
  const escrow = contract.paymentMethod === 'secure_escrow'
  const waiting = contract.status === 'sent' || contract.status === 'partially_signed'
  const dates = [
    ['sentAt', contract.sentAt],
    ['signBefore', waiting ? contract.expiresAt : null],
    ['activatedAt', contract.activatedAt],
    ['closedAt', contract.closedAt],
  ] as const
  return (
    <Card title={t('detail.facts')}>
      <DescriptionList
        items={[
          { term: t('detail.gross'), description: <Money cents={contract.grossCents} currency={contract.currency} /> },
          { term: t('form.paymentMethod'), description: t(`paymentMethod.${contract.paymentMethod}`) },
          ...(escrow
            ? [
                { term: t('detail.retention'), description: format.percent(contract.retentionBp) },
                ...(contract.platformFeeBp > 0
                  ? [{ term: t('detail.fee'), description: format.percent(contract.platformFeeBp) }]
                  : []),
              ]
            : []),
          {
            term: t('detail.project'),
            description: <TextLink to={`/projects/${contract.projectId}`}>{contract.projectTitle}</TextLink>,
          },
          ...dates.flatMap(([name, at]) =>
            at
              ? [
                  {
                    term: t(`detail.${name}`),
                    description: name === 'signBefore' ? deadline(at, contract.timeZone) : format.dateTime(at),
                  },
                ]
              : [],
          ),
        ]}
      />
    </Card>
  )
}
