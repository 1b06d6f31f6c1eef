import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hasDetails } from '#app/features/invoicing/content/detail-values.ts'
import { blankLine, type InvoiceFormValues } from '#app/features/invoicing/form-values.ts'
import { type ContractVat, isContractVat } from '#app/features/invoicing/milestone-vat.ts'
import { parseVatChoice, type VatChoice, vatChoices } from '#app/features/invoicing/vat-choice.ts'
import { UnitSuggestions } from '#app/features/projects/ui/add-line.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { addedRow } from '#app/ui/forms/added-row.ts'
import { ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import type { FieldMeta } from '#app/ui/forms/field-frame.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { AdjustmentFields } from './adjustment-fields.tsx'
import { BuyerFields } from './buyer-fields.tsx'
import { useDetailLabels } from './detail-labels.ts'
import { DetailsFields } from './details-fields.tsx'
import { EuroRateFields } from './euro-rate-fields.tsx'
import { FormSums } from './form-sums.tsx'
import { LineFields } from './line-fields.tsx'

/** Fields whose labels are called like them. */
const fieldNames = [
  ...(['buyerName', 'buyerBusinessId', 'buyerVatNumber', 'buyerStreet', 'buyerPostalCode', 'buyerCity'] as const),
  ...([
    'buyerCountry',
    'buyerEmail',
    'deliveryDate',
    'paymentTermDays',
    'currency',
    'euroRate',
    'euroRateDate',
    'euroRateSource',
  ] as const),
]
const lineFieldNames = ['description', 'quantity', 'unit', 'unitPrice', 'vatRate'] as const

/** What the contract of a milestone decides about its invoice; `buyerFields` are those that the client has stated. */
export type FormContract = {
  number: string
  currency: Currency
  netCents: number
  vat: ContractVat
  /** False where escrow released the milestone with VAT, so that an invoice without VAT would be too small. */
  fitsReverseCharge: boolean
  buyerFields: string[]
}

/** What the same form says and asks where it is a quote. */
export type QuoteForm = {
  fields: (fields: { title: FieldMeta; validUntil: FieldMeta }) => ReactNode
  labels: { title: string; validUntil: string; deliveryDate: string }
  texts: { buyerHint: string; terms: string; save: string }
}

/** The invoice form, for a new invoice, a draft or a quote. `refused` are the VAT choices that the seller cannot have. */
export function InvoiceForm({
  lastResult,
  values,
  submissionId,
  expectedVersion,
  contract,
  refused,
  cancelTo,
  quote,
  children,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  values: InvoiceFormValues
  submissionId: string
  /** The version that the form was opened with. */
  expectedVersion?: number
  contract: FormContract | null
  refused: readonly VatChoice[]
  cancelTo: string
  quote?: QuoteForm
  children?: ReactNode
}) {
  const { t } = useTranslation('invoicing')
  const { t: tUi } = useTranslation('ui')
  const [form, fields] = useForm<InvoiceFormValues>({ id: 'invoice', lastResult, defaultValue: values })
  const { labels: moreLabels, line: lineMore } = useDetailLabels()
  const isMoreWrong = Object.keys(form.allErrors).some((name) => (name.split('[')[0] ?? '') in moreLabels)
  const format = useFormat()
  const deliveryDate = fields.deliveryDate.value ?? ''
  const fitsContract = (choice: VatChoice) => {
    const vat = parseVatChoice(choice)
    return !contract || (vat !== null && isContractVat(vat, contract.vat, deliveryDate))
  }
  const choices = vatChoices(deliveryDate).filter((choice) => !refused.includes(choice) && fitsContract(choice))
  const lines = fields.lines.getFieldList()
  const added = addedRow(lastResult, fields.lines.name, lines.length)
  const currency = contract?.currency ?? fields.currency.value ?? 'EUR'
  const labels = Object.fromEntries(fieldNames.map((name) => [name, t(`field.${name}`, { currency })]))
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-reading flex-col gap-6">
      {/* Enter in a field presses a form's first button, which must not be one that removes a line. */}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
      <input type="hidden" name="submissionId" value={submissionId} />
      <input type="hidden" name={fields.clientId.name} value={String(fields.clientId.initialValue ?? '')} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ErrorSummary
        form={form}
        labels={{
          ...(quote && { title: quote.labels.title, validUntil: quote.labels.validUntil }),
          ...labels,
          ...quote?.labels,
          lines: {
            label: t('form.lines'),
            row: (index) => t('form.line', { number: index + 1 }),
            fields: { ...Object.fromEntries(lineFieldNames.map((name) => [name, t(`field.${name}`)])), ...lineMore },
          },
          ...moreLabels,
          note: t('field.note'),
        }}
      />
      {children}
      {quote?.fields(fields)}
      <FormCard
        title={t('form.buyer')}
        description={
          contract
            ? t('form.contractBuyer', { number: contract.number })
            : (quote?.texts.buyerHint ?? t('form.buyerHint'))
        }
      >
        <BuyerFields fields={fields} fixed={contract?.buyerFields} />
      </FormCard>
      <FormCard title={quote?.texts.terms ?? t('form.terms')} description={t('form.termsHint')}>
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <div className="flex flex-col items-start gap-2 *:first:w-full">
            <Field
              field={fields.deliveryDate}
              label={quote?.labels.deliveryDate ?? t('field.deliveryDate')}
              type="date"
              required
            />
            <button
              {...form.validate.getButtonProps({ name: fields.deliveryDate.name })}
              className={buttonClass({ variant: 'outline', size: 'sm' }, 'noscript:inline-flex! hidden!')}
            >
              {t('form.updateRates')}
            </button>
          </div>
          <Field field={fields.paymentTermDays} label={t('field.paymentTermDays')} inputMode="numeric" required />
          {contract ? (
            <input type="hidden" name={fields.currency.name} value={contract.currency} />
          ) : (
            <Select
              field={fields.currency}
              label={t('field.currency')}
              options={currencies.map((value) => ({ value, label: value }))}
            />
          )}
        </div>
      </FormCard>
      {currency !== 'EUR' && !quote && <EuroRateFields fields={fields} currency={currency} />}
      <FormCard title={t('form.lines')} description={t('form.linesHint')}>
        {contract && (
          <p className="max-w-prose text-sm text-muted-foreground">
            {t('form.contractLines', { amount: format.money(contract.netCents, contract.currency) })}
          </p>
        )}
        <UnitSuggestions />
        <div className="@container flex flex-col gap-4" id={fields.lines.id}>
          {lines.map((line, index) => (
            <LineFields
              key={line.key ?? line.name}
              field={line}
              number={index + 1}
              currency={currency}
              choices={choices}
              isNew={index === added}
              remove={form.remove.getButtonProps({ name: fields.lines.name, index })}
            />
          ))}
        </div>
        <button
          {...form.insert.getButtonProps({ name: fields.lines.name, defaultValue: blankLine(choices[0] ?? '') })}
          className={buttonClass({ variant: 'outline', size: 'sm' }, 'self-start')}
        >
          <Plus aria-hidden className="size-4" />
          {t('form.addLine')}
        </button>
        {(!contract || contract.fitsReverseCharge) && (
          <p className="max-w-prose text-sm text-muted-foreground">{t('form.reverseCharge')}</p>
        )}
      </FormCard>
      <DetailsFields fields={fields} isOpen={hasDetails(values) || isMoreWrong}>
        <AdjustmentFields lastResult={lastResult} form={form} field={fields.adjustments} choices={choices} />
      </DetailsFields>
      <FormSums form={form} currency={currency} />
      <FormCard title={t('form.noteTitle')}>
        <TextArea
          field={fields.note}
          label={t('field.note')}
          hint={t('form.noteHint')}
          optional
          maxLength={2000}
          rows={3}
        />
      </FormCard>
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton size="lg">{quote?.texts.save ?? t('form.save')}</SubmitButton>
        <ButtonLink to={cancelTo} variant="outline" size="lg">
          {tUi('cancel')}
        </ButtonLink>
      </div>
    </Form>
  )
}
