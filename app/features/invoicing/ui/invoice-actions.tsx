import { AlarmClock, BadgeCheck, Banknote, FileMinus2, FilePlus2, Pencil, Send, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Reissue } from '#app/features/invoicing/find-reissue.server.ts'
import { newInvoicePath } from '#app/features/invoicing/invoice-path.ts'
import type { InvoiceDetail } from '#app/features/invoicing/queries.server.ts'
import type { Message } from '#app/platform/errors.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useText } from '#app/ui/text.ts'
import { TextLink } from '#app/ui/text-link.tsx'

/** The actions available for the invoice, the next step first. */
export function InvoiceActions({
  invoice,
  reissue,
  refusal,
  canDelete,
}: {
  invoice: InvoiceDetail
  reissue: Reissue | null
  /** Why its issuer may neither issue, send nor share it. */
  refusal: Message | null
  canDelete: boolean
}) {
  const { t } = useTranslation('invoicing')
  const { t: tSteps } = useTranslation('invoicesteps')
  const text = useText()
  const { t: tLimit } = useTranslation('creditlimit')
  const { id, role, actions, contractId, creditLimitReason } = invoice
  const possible = [
    { action: 'issue', icon: BadgeCheck, to: 'issue', label: t('actions.issue') },
    { action: 'send', icon: Send, to: 'send', label: t('actions.send') },
    { action: 'edit', icon: Pencil, to: 'edit', label: t('actions.edit') },
    { action: 'record_payment', icon: Banknote, to: 'record-payment', label: t('actions.recordPayment') },
    { action: 'remind', icon: AlarmClock, to: 'reminders', label: tSteps('remind') },
    { action: 'credit', icon: FileMinus2, to: 'credit', label: t('actions.credit') },
  ].filter(({ action }) => (actions as readonly string[]).includes(action))
  return (
    <Card title={t('actions.title')}>
      <div className="flex flex-col gap-2.5">
        {role === 'recipient' && <p className="text-sm text-muted-foreground">{t('actions.recipient')}</p>}
        {refusal && <p className="text-sm text-muted-foreground">{text(refusal.key, refusal.params)}</p>}
        {role === 'issuer' && !refusal && possible.length === 0 && reissue?.kind !== 'possible' && (
          <p className="text-sm text-muted-foreground">{t('actions.none')}</p>
        )}
        {possible.map(({ to, icon, label }, index) => (
          <ButtonLink key={to} to={`/invoicing/${id}/${to}`} icon={icon} variant={index === 0 ? 'primary' : 'outline'}>
            {label}
          </ButtonLink>
        ))}
        {reissue?.kind === 'possible' && (
          <ButtonLink
            to={newInvoicePath(reissue)}
            icon={FilePlus2}
            variant={possible.length === 0 ? 'primary' : 'outline'}
          >
            {t('actions.invoiceAgain')}
          </ButtonLink>
        )}
        {reissue?.kind === 'done' && (
          <p className="text-sm">
            <TextLink block to={`/invoicing/${reissue.invoiceId}`}>
              {reissue.number
                ? t('actions.invoicedAgain', { number: reissue.number })
                : t('actions.invoicedAgainDraft')}
            </TextLink>
          </p>
        )}
        {canDelete && (
          <ButtonLink
            to={`/invoicing/${id}/delete`}
            icon={Trash2}
            variant="ghost"
            className="text-destructive hover:text-accent-foreground"
          >
            {t('actions.delete')}
          </ButtonLink>
        )}
        {creditLimitReason && (
          <p className="text-sm text-muted-foreground">{tLimit('kept', { reason: creditLimitReason })}</p>
        )}
        {contractId && (
          <p className="pt-1 text-sm">
            <TextLink block to={`/contracts/${contractId}`}>
              {tSteps('related.contract')}
            </TextLink>
          </p>
        )}
      </div>
    </Card>
  )
}
