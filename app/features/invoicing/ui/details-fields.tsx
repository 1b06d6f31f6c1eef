import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EAddressFields } from '#app/features/e-addresses/ui/e-address-fields.tsx'
import type { InvoiceFormValues } from '#app/features/invoicing/form-values.ts'
import { CountrySelect } from '#app/features/team/ui/country-select.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow } from '#app/ui/forms/form-card.tsx'

type Fields = { [Name in keyof InvoiceFormValues]: FieldMetadata<InvoiceFormValues[Name]> }

/** What an invoice rarely says: references, place and period, terms, and the buyer's address for e-invoices. */
export function DetailsFields({ fields, isOpen, children }: { fields: Fields; isOpen: boolean; children: ReactNode }) {
  const { t } = useTranslation('invoiceparts')
  return (
    <details open={isOpen} className="rounded-lg border border-border bg-card text-card-foreground">
      <summary className="cursor-pointer p-5 font-semibold">
        {t('form.more')}
        <span className="mt-1 block text-sm font-normal text-muted-foreground">{t('form.moreHint')}</span>
      </summary>
      <div className="flex flex-col gap-8 border-t border-border p-5">
        {children}
        <Group title={t('form.references')}>
          <FieldRow>
            <Field field={fields.buyerReference} label={t('field.buyerReference')} optional maxLength={100} />
            <Field field={fields.orderReference} label={t('field.orderReference')} optional maxLength={100} />
          </FieldRow>
          <FieldRow>
            <Field field={fields.contractReference} label={t('field.contractReference')} optional maxLength={100} />
            <Field field={fields.projectReference} label={t('field.projectReference')} optional maxLength={100} />
          </FieldRow>
        </Group>
        <Group title={t('form.eInvoice')} hint={t('form.eInvoiceHint')}>
          <EAddressFields fields={fields} />
        </Group>
        <Group title={t('form.site')}>
          <FieldRow>
            <Field field={fields.siteName} label={t('field.siteName')} optional maxLength={200} />
            <Field field={fields.siteStreet} label={t('field.siteStreet')} optional maxLength={200} />
          </FieldRow>
          <div className="grid items-start gap-5 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)]">
            <Field field={fields.sitePostalCode} label={t('field.sitePostalCode')} optional maxLength={20} />
            <Field field={fields.siteCity} label={t('field.siteCity')} optional maxLength={100} />
            <CountrySelect field={fields.siteCountry} label={t('field.siteCountry')} />
          </div>
        </Group>
        <Group title={t('form.periodAndTerms')}>
          <FieldRow>
            <Field field={fields.periodStart} label={t('field.periodStart')} type="date" optional />
            <Field field={fields.periodEnd} label={t('field.periodEnd')} type="date" optional />
          </FieldRow>
          <FieldRow>
            <Field
              field={fields.lateInterest}
              label={t('field.lateInterest')}
              hint={t('form.lateInterestHint')}
              inputMode="decimal"
              suffix="%"
              optional
            />
            <Field field={fields.complaintDays} label={t('field.complaintDays')} inputMode="numeric" optional />
          </FieldRow>
        </Group>
      </div>
    </details>
  )
}

function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-5">
      <legend className="mb-3 font-medium">{title}</legend>
      {hint && <p className="max-w-prose text-sm text-muted-foreground">{hint}</p>}
      {children}
    </fieldset>
  )
}
