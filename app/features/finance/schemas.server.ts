import { z } from 'zod'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
import {
  dayUpToToday,
  optionalAmount,
  optionalText,
  requiredAmount,
  requiredName,
  requiredText,
} from '#app/platform/forms/field-schemas.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { compactIban, isIban } from '#app/platform/iban.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { financialAccountKinds, financialCategories, financialVats, moneyDirections } from '#db/vocabulary/finance.ts'
import { parseChartValue } from './chart.ts'

export const maxSplits = 20

const textOf = (max: number) => optionalText(max).transform((typed) => typed ?? '')
const idOrNull = z
  .string()
  .max(50)
  .optional()
  .transform((id) => id || null)
const vatField = z.enum(financialVats, { error: 'validation:choice' }).default('none')

/** An amount with a leading minus for what goes against the row's direction. */
const signedAmount = (localeContext: LocaleContext) =>
  z
    .string()
    .optional()
    .transform((typed, issues) => {
      const text = (typed ?? '').trim()
      const isBelow = /^[-−]/.test(text)
      const amount = optionalAmount(localeContext).safeParse(text.replace(/^[-−]\s*/, ''))
      if (amount.success) return amount.data === null ? null : isBelow ? -amount.data : amount.data
      issues.addIssue({ code: 'custom', message: amount.error.issues[0]?.message ?? 'validation:amount' })
      return z.NEVER
    })

const splitField = (localeContext: LocaleContext) =>
  acrossFields(
    z.object({
      category: z.string().max(100).optional(),
      projectId: idOrNull,
      amount: signedAmount(localeContext),
      vat: vatField,
      vatAmount: optionalAmount(localeContext),
    }),
    ({ category, projectId, amount }, { refuse }) => {
      // A part without a category and an amount is not filled in.
      if (!category && amount === null && projectId === null) return
      if (!parseChartValue(category ?? '')) refuse('validation:choice', 'category')
    },
  ).transform(({ category, projectId, amount, vat, vatAmount }) => {
    const place = parseChartValue(category ?? '')
    return place && { ...place, projectId, amountCents: amount, vat, vatCents: vatAmount }
  })

/** A row as it is entered: which way the money went, and what for. */
export const transactionSchema = (localeContext: LocaleContext) =>
  z
    .object({
      submissionId: submissionIdField,
      expectedVersion: expectedVersionField,
      accountId: z.string({ error: 'validation:choice' }).min(1, 'validation:choice').max(50),
      direction: z.enum(moneyDirections, { error: 'validation:choice' }),
      amount: requiredAmount(localeContext),
      day: dayUpToToday('finance:refused.inFuture'),
      counterparty: textOf(200),
      text: textOf(500),
      reference: textOf(50),
      splits: z.array(splitField(localeContext)).max(maxSplits).default([]),
    })
    .transform(({ direction, amount, splits, ...rest }) => ({
      ...rest,
      amountCents: direction === 'in' ? amount : -amount,
      splits: splits.filter((split) => split !== null),
    }))

/** The parts alone, of a row that the bank said the rest of. */
export const purposeSchema = (localeContext: LocaleContext) =>
  z
    .object({
      submissionId: submissionIdField,
      expectedVersion: expectedVersionField,
      splits: z.array(splitField(localeContext)).max(maxSplits).default([]),
    })
    .transform(({ splits, ...rest }) => ({ ...rest, splits: splits.filter((split) => split !== null) }))

export const accountSchema = (localeContext: LocaleContext) =>
  z
    .object({
      submissionId: submissionIdField,
      expectedVersion: expectedVersionField,
      kind: z.enum(financialAccountKinds, { error: 'validation:choice' }),
      name: requiredName(100),
      iban: optionalText(50).refine((typed) => !typed || isIban(typed), 'finance:refused.iban'),
      currency: z.enum(currencies, { error: 'validation:choice' }),
      opening: signedAmount(localeContext),
      openingOn: dayUpToToday('finance:refused.inFuture'),
    })
    .transform(({ iban, opening, ...rest }) => ({
      ...rest,
      iban: rest.kind === 'bank' && iban ? compactIban(iban) : null,
      openingCents: opening ?? 0,
    }))

export const categorySchema = z.object({
  submissionId: submissionIdField,
  category: z.enum(financialCategories, { error: 'validation:choice' }),
  name: requiredName(80),
})

export const reversalSchema = z.object({ submissionId: submissionIdField, reason: requiredText(500) })

/** What the chosen drafts are for; nothing where they are only posted. */
export const bulkSchema = z.object({
  category: z.string().max(100).optional(),
  projectId: idOrNull,
  vat: vatField,
  post: z.literal('on').optional(),
})
