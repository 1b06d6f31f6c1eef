import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { FileUp, Lock, Paperclip, Plus, ScanEye } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type BidFormValues, blankAlternate, blankBidLine, vatRateValue } from '#app/features/bids/form-values.ts'
import { type Kept, KeptTyping, shownTypedVersion } from '#app/features/bids/typing/ui/kept-typing.tsx'
import { KeptNotice } from '#app/features/bids/typing/ui/typed-notice.tsx'
import { maxLines } from '#app/features/projects/limits.ts'
import { AddLine, UnitSuggestions } from '#app/features/projects/ui/add-line.tsx'
import { PriceFormNotes } from '#app/features/projects/ui/price-form-notes.tsx'
import { useVatText } from '#app/features/projects/ui/vat-text.ts'
import type { AddressField } from '#app/features/team/company-address.ts'
import { AddressFields } from '#app/features/team/ui/address-fields.tsx'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { addedRow } from '#app/ui/forms/added-row.ts'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PriceForm, VatTreatment } from '#db/vocabulary/projects.ts'
import { AlternateFields, OwnLineFields, RequestedLineFields } from './bid-line-fields.tsx'
import { LiveTotals, TotalsOutput } from './live-totals.tsx'
import { TermsFields } from './terms-fields.tsx'

/** The bid form: for a new bid, a draft, or a submitted bid being revised (`revises`). */
export function BidForm({
  lastResult,
  values,
  typedVersion,
  kept,
  project,
  address,
  submissionId,
  expectedVersion,
  revises,
  decimalMark,
  cancelTo,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  values: BidFormValues
  /** How often what is typed was kept before the page was opened. */
  typedVersion: number
  /** What was kept just now of a form that is incomplete. */
  kept: Kept | undefined
  project: {
    id: string
    title: string
    version: number
    bidDeadline: number
    timeZone: string | null
    currency: string
    lines: readonly { priceForm: PriceForm; isOption: boolean }[]
    overrunShareBp: number | null
    underrunShareBp: number | null
    vatTreatment: VatTreatment
    vatGround: string | null
    /** What own alternates have to meet; null where none are allowed. */
    variantTerms: string | null
    /** In basis points, the preselected one first; one where the project leaves no choice. */
    vatRates: readonly number[]
  }
  /** The fields of the company's address that are still missing. */
  address: { company: string; missing: readonly AddressField[] }
  submissionId: string
  expectedVersion?: number
  revises?: boolean
  /** How the person who fills in the form writes numbers. */
  decimalMark: ',' | '.'
  cancelTo: string
}) {
  const { t } = useTranslation(['bids', 'bidform'])
  const { t: tLines } = useTranslation('bidlines')
  const { t: tUi } = useTranslation('ui')
  const format = useFormat()
  const deadline = useDeadline()
  const [form, fields] = useForm<BidFormValues & Partial<Record<AddressField, string>>>({
    id: 'bid',
    lastResult,
    defaultValue: values,
  })
  const all = fields.lines.getFieldList().map((field, index) => ({ field, index }))
  const added = addedRow(lastResult, fields.lines.name, all.length)
  const isRequested = ({ field }: (typeof all)[number]) => Boolean(field.getFieldset().projectLineId.initialValue)
  const requested = all.filter(isRequested)
  const isAlternate = ({ field }: (typeof all)[number]) => field.getFieldset().isAlternate.initialValue === 'on'
  const own = all.filter((line) => !isRequested(line) && !isAlternate(line))
  const alternates = all.filter(isAlternate)
  const { currency, vatRates } = project
  const hasLines = project.lines.length > 0
  const vatText = useVatText()
  const rates =
    vatRates.length > 1 ? vatRates.map((rate) => ({ value: vatRateValue(rate), label: format.percent(rate) })) : []
  const labels = {
    amount: t('field.amount'),
    vatRate: t('field.vatRate'),
    approach: t('field.approach'),
    timelineWeeks: t('field.timelineWeeks'),
    inclusions: t('field.inclusions'),
    exclusions: t('field.exclusions'),
    validUntil: t('field.validUntil'),
  }
  const rowLabel = (index: number) => {
    const description = all[index]?.field.getFieldset().description.initialValue
    const alternate = alternates.findIndex((line) => line.index === index)
    if (alternate >= 0) return t('bidform:alternate.row', { number: alternate + 1 })
    const position = own.findIndex((line) => line.index === index)
    return position < 0
      ? t('bidform:line', { number: index + 1, description })
      : t('bidform:ownLine', { number: position + 1 })
  }
  return (
    <Form method="post" id={form.id} noValidate data-keeps-typed className="flex w-full max-w-reading flex-col gap-6">
      {/* Enter in a field presses a form's first button, which must save the draft and not remove a line. */}
      <button type="submit" name="outcome" value="draft" hidden aria-hidden tabIndex={-1} />
      <input type="hidden" name="submissionId" value={submissionId} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ExpectedVersionField
        lastResult={lastResult}
        name="expectedProjectVersion"
        expectedVersion={project.version}
        conflict="bids:refused.newAddendum"
      />
      {kept && <KeptNotice kept={kept} />}
      <ErrorSummary
        form={form}
        labels={{
          lines: {
            label: t('bidform:price.title'),
            row: rowLabel,
            fields: {
              description: t('field.description'),
              quantity: t('field.quantity'),
              unit: t('field.unit'),
              unitPrice: t('field.unitPrice'),
              vatRate: t('field.vatRate'),
            },
          },
          ...labels,
          ...Object.fromEntries(address.missing.map((field) => [field, tUi(`address.${field}`)])),
        }}
      />
      <EditConflict lastResult={lastResult} to={cancelTo} />
      <Alert tone="info" title={t('bidform:sealedTitle')}>
        {t('bidform:sealed', { deadline: deadline(project.bidDeadline, project.timeZone) })}
      </Alert>
      <LiveTotals formId={form.id} rows={all.length} decimalMark={decimalMark} vatRates={vatRates}>
        <FormCard
          title={t('bidform:price.title')}
          description={hasLines ? t('bidform:price.lines') : t('bidform:price.amount')}
        >
          <UnitSuggestions />
          <p className="max-w-prose text-sm text-muted-foreground">
            {vatText(project)} {tLines('form.unitPriceHint')}
          </p>
          <PriceFormNotes project={project} />
          {hasLines && (
            <SubmitButton
              variant="outline"
              size="sm"
              name="outcome"
              value="import"
              icon={FileUp}
              className="self-start"
            >
              {tLines('files.import')}
            </SubmitButton>
          )}
          {requested.length > 0 && (
            <div className="@container flex flex-col">
              {requested.map(({ field, index }) => (
                <RequestedLineFields
                  key={field.key ?? field.name}
                  field={field}
                  row={index}
                  number={index + 1}
                  currency={currency}
                  rates={rates}
                />
              ))}
            </div>
          )}
          {!hasLines && (
            <MoneyField
              field={fields.amount}
              label={labels.amount}
              hint={t('bidform:amountHint')}
              currency={currency}
            />
          )}
          <div id={fields.lines.id} className="flex flex-col gap-3 border-t border-border pt-4">
            <h3 className="text-sm font-semibold">{t('bidform:own.title')}</h3>
            <p className="-mt-2 text-sm text-muted-foreground">
              {hasLines ? t('bidform:own.text') : t('bidform:own.instead')}
            </p>
            {own.length > 0 && (
              <div className="@container flex flex-col">
                {own.map(({ field, index }, position) => (
                  <OwnLineFields
                    key={field.key ?? field.name}
                    field={field}
                    row={index}
                    number={position + 1}
                    currency={currency}
                    rates={rates}
                    isNew={index === added}
                    remove={form.remove.getButtonProps({ name: fields.lines.name, index })}
                  />
                ))}
              </div>
            )}
            <AddLine
              count={all.length}
              {...form.insert.getButtonProps({
                name: fields.lines.name,
                defaultValue: blankBidLine(vatRateValue(vatRates[0] ?? 0)),
              })}
            />
          </div>
          {project.variantTerms !== null && (
            <div className="flex flex-col gap-3 border-t border-border pt-4">
              <h3 className="text-sm font-semibold">{t('bidform:alternate.title')}</h3>
              <p className="-mt-2 text-sm text-muted-foreground">{t('bidform:alternate.text')}</p>
              <p className="text-sm whitespace-pre-line wrap-anywhere">{project.variantTerms}</p>
              {alternates.map(({ field, index }, position) => (
                <AlternateFields
                  key={field.key ?? field.name}
                  field={field}
                  row={index}
                  number={position + 1}
                  currency={currency}
                  rates={rates}
                  isNew={index === added}
                  remove={form.remove.getButtonProps({ name: fields.lines.name, index })}
                />
              ))}
              <button
                {...form.insert.getButtonProps({
                  name: fields.lines.name,
                  defaultValue: blankAlternate(vatRateValue(vatRates[0] ?? 0)),
                })}
                disabled={all.length >= maxLines}
                className={buttonClass({ variant: 'outline', size: 'sm' }, 'self-start')}
              >
                <Plus aria-hidden className="size-4" />
                {t('bidform:alternate.add')}
              </button>
            </div>
          )}
          {!hasLines && rates.length > 0 && (
            <Select
              field={fields.vatRate}
              label={labels.vatRate}
              hint={t('bidform:vatHint')}
              options={rates}
              className="sm:max-w-xs"
            />
          )}
          <TotalsOutput currency={currency} />
        </FormCard>
      </LiveTotals>
      <FormCard title={t('bidform:work.title')} description={t('bidform:work.description')}>
        <TextArea
          field={fields.approach}
          label={labels.approach}
          hint={t('bidform:approachHint')}
          required
          rows={7}
          maxLength={10_000}
        />
        <FieldRow>
          <Field
            field={fields.timelineWeeks}
            label={labels.timelineWeeks}
            hint={t('bidform:weeksHint')}
            inputMode="numeric"
            autoComplete="off"
            required
            className="sm:max-w-xs"
          />
        </FieldRow>
        <TermsFields fields={fields} labels={labels} />
        {address.missing.length > 0 && <AddressFields fields={fields} {...address} />}
      </FormCard>
      <FormCard title={tLines('files.title')} description={revises ? tLines('files.revises') : tLines('files.text')}>
        {!revises && (
          <SubmitButton variant="outline" name="outcome" value="attach" icon={Paperclip} className="self-start">
            {tLines('files.save')}
          </SubmitButton>
        )}
      </FormCard>
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton size="lg" name="outcome" value="review" icon={ScanEye}>
          {tLines('review.title')}
        </SubmitButton>
        {!revises && (
          <>
            <SubmitButton size="lg" variant="secondary" name="outcome" value="submit" icon={Lock}>
              {t('bidform:submit')}
            </SubmitButton>
            <SubmitButton size="lg" variant="outline" name="outcome" value="draft">
              {t('bidform:saveDraft')}
            </SubmitButton>
          </>
        )}
        <ButtonLink to={cancelTo} variant="outline" size="lg">
          {tUi('cancel')}
        </ButtonLink>
      </div>
      <KeptTyping
        formId={form.id}
        projectId={project.id}
        version={kept?.version ?? shownTypedVersion(lastResult) ?? typedVersion}
        kept={kept}
      />
    </Form>
  )
}
