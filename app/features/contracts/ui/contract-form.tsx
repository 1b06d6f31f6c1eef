import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClosingValues } from '#app/features/contracts/closing-form-values.ts'
import { useUntaxed } from '#app/features/projects/ui/vat-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { addedRow } from '#app/ui/forms/added-row.ts'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { useText } from '#app/ui/text.ts'
import type { WorkVatCategory } from '#db/vocabulary/invoicing.ts'
import { ClosingFields, useClosingLabels } from './closing-fields.tsx'
import { MilestoneFields, type MilestoneValue } from './milestone-fields.tsx'

/** Initial values of the form; amounts are formatted for the user's locale. */
export type ContractFormValue = ClosingValues & {
  title: string
  terms: string
  paymentMethod: string
  retention: string
  milestones: MilestoneValue[]
}

type VatGroup = { vatRateBp: number; netCents: number; vatCategory: WorkVatCategory | null }

/** Drafts a contract or changes a draft. Milestones can be added and removed without JavaScript as well. */
export function ContractForm({
  lastResult,
  initial,
  submissionId,
  expectedVersion,
  currency,
  vatGroups,
  isSplit = false,
  cancelTo,
  submitLabel,
  children,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  initial: ContractFormValue
  submissionId: string
  /** The version that the form was opened with. */
  expectedVersion?: number
  currency: string
  vatGroups: readonly VatGroup[]
  /** Whether its milestones have just been suggested anew. */
  isSplit?: boolean
  cancelTo: string
  submitLabel: string
  /** Above the milestones. */
  children?: ReactNode
}) {
  const { t } = useTranslation('contracts')
  const { t: ui } = useTranslation('ui')
  const format = useFormat()
  const untaxed = useUntaxed()
  const [form, fields] = useForm<ContractFormValue>({
    id: 'contract',
    lastResult,
    defaultValue: initial,
  })
  const milestones = fields.milestones.getFieldList()
  const added = addedRow(lastResult, fields.milestones.name, milestones.length)
  const closingLabels = useClosingLabels()
  const labels = {
    title: t('form.title'),
    paymentMethod: t('form.paymentMethod'),
    retention: t('form.retention'),
    terms: t('form.terms'),
  }
  const only = vatGroups.length === 1 ? vatGroups[0] : undefined
  const ground = untaxed(only?.vatCategory ?? null)
  const blank: MilestoneValue = {
    title: '',
    description: '',
    amount: '',
    vatRateBp: String(vatGroups[0]?.vatRateBp ?? 0),
    dueDate: '',
  }
  return (
    <Form method="post" {...getFormProps(form)} className="flex flex-col gap-6">
      {/* The first button of the form, so that Enter saves instead of removing a milestone. */}
      <button type="submit" hidden />
      <input type="hidden" name="submissionId" value={submissionId} />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
      <ErrorSummary
        form={form}
        labels={{
          ...labels,
          milestones: {
            label: t('form.milestones'),
            row: (index) => t('form.milestone', { position: index + 1 }),
            fields: {
              title: t('form.milestoneTitle'),
              description: t('form.milestoneDescription'),
              amount: t('form.milestoneAmount'),
              vatRateBp: t('form.vatRate'),
              dueDate: t('form.dueDate'),
            },
          },
          ...closingLabels,
        }}
      />
      <EditConflict lastResult={lastResult} to={cancelTo} />
      <FormCard title={t('form.contract')}>
        <Field field={fields.title} label={labels.title} required maxLength={200} />
        <RadioGroup
          field={fields.paymentMethod}
          label={labels.paymentMethod}
          layout="cards"
          required
          options={(['secure_escrow', 'direct_invoice'] as const).map((value) => ({
            value,
            label: t(`paymentMethod.${value}`),
            hint: t(`paymentMethodHint.${value}`),
          }))}
        />
        <Field
          field={fields.retention}
          label={labels.retention}
          hint={t('form.retentionHint')}
          inputMode="decimal"
          autoComplete="off"
          suffix="%"
          className="sm:max-w-xs"
        />
        <TextArea field={fields.terms} label={labels.terms} hint={t('form.termsHint')} rows={16} required />
      </FormCard>
      <section id={fields.milestones.id} aria-labelledby="milestones-heading" className="flex flex-col gap-4">
        <div>
          <h2 id="milestones-heading" className="text-lg font-semibold">
            {t('form.milestones')}
          </h2>
          <p className="mt-0.5 text-sm text-muted-foreground">
            {ground && only
              ? t('form.sumUntaxed', { amount: format.money(only.netCents, currency), ground })
              : only
                ? t('form.sum', { amount: format.money(only.netCents, currency), rate: format.percent(only.vatRateBp) })
                : t('form.sums')}
          </p>
          {!only && (
            <ul className="mt-1 list-disc ps-5 text-sm text-muted-foreground">
              {vatGroups.map((group) => (
                <li key={group.vatRateBp}>
                  {t('form.sumOfRate', {
                    amount: format.money(group.netCents, currency),
                    rate: format.percent(group.vatRateBp),
                  })}
                </li>
              ))}
            </ul>
          )}
        </div>
        {children}
        <MilestonesError errors={fields.milestones.errors} />
        {milestones.map((milestone, index) => (
          <MilestoneFields
            key={milestone.key ?? milestone.name}
            field={milestone}
            position={index + 1}
            currency={currency}
            rates={vatGroups.map((group) => group.vatRateBp)}
            isNew={index === (isSplit ? 0 : added)}
            remove={
              milestones.length > 1 && (
                <Button
                  variant="ghost"
                  size="sm"
                  icon={Trash2}
                  {...form.remove.getButtonProps({ name: fields.milestones.name, index })}
                  type="submit"
                >
                  {t('form.removeMilestone', { position: index + 1 })}
                </Button>
              )
            }
          />
        ))}
        <div>
          <Button
            variant="outline"
            icon={Plus}
            {...form.insert.getButtonProps({ name: fields.milestones.name, defaultValue: blank })}
            type="submit"
          >
            {t('form.addMilestone')}
          </Button>
        </div>
      </section>
      <ClosingFields fields={fields} currency={currency} />
      <div className="flex flex-col gap-3 sm:flex-row">
        <SubmitButton>{submitLabel}</SubmitButton>
        <ButtonLink to={cancelTo} variant="outline">
          {ui('cancel')}
        </ButtonLink>
      </div>
    </Form>
  )
}

function MilestonesError({ errors }: { errors: readonly string[] | undefined }) {
  const { t } = useTranslation('contracts')
  const text = useText()
  if (!errors?.length) return null
  return (
    <Alert tone="danger" title={t('form.milestonesWrong')}>
      {errors.map((error) => text(error)).join(' ')}
    </Alert>
  )
}
