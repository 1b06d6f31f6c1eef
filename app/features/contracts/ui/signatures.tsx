import { CircleDashed, PenLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DrawnSignature } from '#app/features/contracts/signing/drawn-signature.tsx'
import type { PublicSignature } from '#app/features/contracts/signing/public-signature.ts'
import { useFormat } from '#app/i18n/format.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'

/** The public certificate shows no drawings. */
type Signature = PublicSignature & { drawing?: string | null }

/** Who has signed for each party, with the account that did, and which signatures are missing. */
export function Signatures({
  signatures,
  names,
}: {
  signatures: readonly Signature[]
  names: Record<ContractParty, string>
}) {
  const { t } = useTranslation('contracts')
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {(['client', 'provider'] as const).map((party) => {
        const signed = signatures.filter((one) => one.party === party)
        const Icon = signed.length > 0 ? PenLine : CircleDashed
        return (
          <li
            key={party}
            className="flex gap-3 rounded-lg border border-border bg-card p-4 text-sm text-card-foreground"
          >
            <Icon
              aria-hidden
              className={
                signed.length > 0
                  ? 'mt-0.5 size-4 shrink-0 text-success'
                  : 'mt-0.5 size-4 shrink-0 text-muted-foreground'
              }
            />
            <div className="flex min-w-0 flex-col gap-4">
              <p className="text-muted-foreground">{t('signature.for', { company: names[party] })}</p>
              {signed.map((signature) => (
                <SignedBy key={signature.ordinal} signature={signature} />
              ))}
              {signed.length === 0 && <p className="font-medium">{t('signature.none')}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function SignedBy({ signature }: { signature: Signature }) {
  const { t } = useTranslation('contracts')
  const format = useFormat()
  return (
    <div>
      {signature.drawing && <DrawnSignature drawing={signature.drawing} name={signature.typedName} />}
      <p className="font-serif text-lg wrap-anywhere italic">{signature.typedName}</p>
      {signature.authority && (
        <p className="wrap-anywhere">
          {[signature.jobTitle, t(`authority.${signature.authority}`)].filter(Boolean).join(' · ')}
        </p>
      )}
      {signature.ordinal > 1 && <p className="font-medium">{t('signature.second')}</p>}
      <p className="wrap-anywhere">
        {t(`signature.account.${signature.accountSource}`, {
          name: signature.accountName,
          email: signature.accountEmail,
        })}
      </p>
      {signature.formerNames.map(({ name, changedAt }) => (
        <p key={`${changedAt} ${name}`} className="wrap-anywhere">
          {t('signature.formerName', { name, date: format.date(changedAt) })}
        </p>
      ))}
      {signature.nameReason && (
        <p className="wrap-anywhere whitespace-pre-line">
          {t('signature.otherName', { reason: signature.nameReason })}
        </p>
      )}
      {signature.recordHash && (
        <p className="text-xs text-muted-foreground">
          {t('signature.record')} <code className="font-mono wrap-anywhere">{signature.recordHash}</code>
        </p>
      )}
      <p className="text-muted-foreground">
        <time dateTime={new Date(signature.signedAt).toISOString()}>{format.deadline(signature.signedAt)}</time>
      </p>
    </div>
  )
}
