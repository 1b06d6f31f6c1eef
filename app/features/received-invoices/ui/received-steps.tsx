import { useTranslation } from 'react-i18next'
import type { Received } from '#app/features/received-invoices/queries.server.ts'
import { formatIban } from '#app/platform/iban.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useText } from '#app/ui/text.ts'

type Props = Pick<Received, 'invoice' | 'may' | 'changedAccount' | 'mandateRefusal'>

/** What to know before the next step, and the steps. */
export function ReceivedSteps({ invoice, may, changedAccount, mandateRefusal }: Props) {
  const { t } = useTranslation('receivedinvoices')
  const text = useText()
  const page = `/invoicing/received/${invoice.id}`
  const isOpen = invoice.status === 'received' || invoice.status === 'checked'
  const notes = invoice.notes.filter((note) => note !== 'buyerUnknown')
  return (
    <div className="flex flex-col gap-4 print:hidden">
      {invoice.refusedReason && <Alert title={t('detail.refused')}>{invoice.refusedReason}</Alert>}
      {isOpen && changedAccount && (
        <Alert tone="warning" title={t('detail.accountChanged')}>
          {t('detail.accountChangedText', { iban: formatIban(changedAccount.iban), number: changedAccount.number })}
        </Alert>
      )}
      {isOpen && !invoice.iban && invoice.kind === 'invoice' && <Alert tone="warning">{t('detail.ibanMissing')}</Alert>}
      {isOpen && invoice.notes.includes('buyerUnknown') && <Alert tone="warning">{t('detail.buyerUnknown')}</Alert>}
      {isOpen && notes.length > 0 && <Alert>{t('detail.brokenRules', { rules: notes.join(', ') })}</Alert>}
      {mandateRefusal && (
        <Alert title={t('detail.needsAnother')}>{text(mandateRefusal.key, mandateRefusal.params)}</Alert>
      )}
      <div className="flex flex-wrap items-end gap-3">
        {may.approve && (
          <PostForm action={`${page}/approve`} className="flex flex-col items-start gap-3">
            {changedAccount && (
              <Checkbox name="accountConfirmed" id="accountConfirmed" label={t('approve.confirmed')} />
            )}
            <SubmitButton>{t('approve.button')}</SubmitButton>
          </PostForm>
        )}
        {may.check && (
          <ButtonLink to={`${page}/check`} variant={may.approve ? 'outline' : 'primary'}>
            {t(invoice.status === 'received' ? 'check.button' : 'check.again')}
          </ButtonLink>
        )}
        {may.pay && <ButtonLink to={`${page}/pay`}>{t(`pay.button.${invoice.kind}`)}</ButtonLink>}
        {may.reopen && (
          <PostForm action={`${page}/reopen`}>
            <SubmitButton variant="outline">{t('reopen.button')}</SubmitButton>
          </PostForm>
        )}
        {may.refuse && (
          <ButtonLink to={`${page}/refuse`} variant="ghost">
            {t('refuse.button')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
