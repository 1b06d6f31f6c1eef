import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import type { EscrowContract } from '#app/features/escrow/queries.server.ts'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'

export type ResolveFields = { clientAmount: string; providerAmount: string; reason: string; password: string }
type Contract = Pick<EscrowContract, 'clientName' | 'providerName' | 'currency'>

/** The labels of what an admin enters to resolve a dispute. */
export function useSplitLabels({ clientName, providerName }: Contract): Record<keyof ResolveFields, string> {
  const { t } = useTranslation('escrow')
  return {
    clientAmount: t('resolve.toClient', { client: clientName }),
    providerAmount: t('resolve.toProvider', { provider: providerName }),
    reason: t('resolve.reason'),
    password: t('release.password'),
  }
}

/** What an admin enters to resolve a dispute: each party's part, and the reasons. */
export function SplitFields({
  fields,
  contract,
  requiresPassword,
}: {
  fields: Record<keyof ResolveFields, FieldMetadata<string>>
  contract: Contract
  /** For a large amount. */
  requiresPassword: boolean
}) {
  const { t } = useTranslation('escrow')
  const labels = useSplitLabels(contract)
  const { currency } = contract
  return (
    <>
      <MoneyField field={fields.clientAmount} label={labels.clientAmount} currency={currency} required />
      <MoneyField field={fields.providerAmount} label={labels.providerAmount} currency={currency} required />
      <TextArea field={fields.reason} label={labels.reason} hint={t('resolve.reasonHint')} required maxLength={2000} />
      {requiresPassword && (
        <PasswordField field={fields.password} label={labels.password} hint={t('amountPasswordHint')} required />
      )}
    </>
  )
}
