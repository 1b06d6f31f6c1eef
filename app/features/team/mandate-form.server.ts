import { z } from 'zod'
import type { LocaleContext } from '#app/i18n/locale-context.server.ts'
import { acrossFields } from '#app/platform/forms/across-fields.ts'
import { optionalAmount } from '#app/platform/forms/field-schemas.ts'
import { decimalText } from '#app/platform/money.ts'
import { type Power, powers } from '#db/vocabulary/accounts.ts'
import type { Mandates } from './mandates.server.ts'

const choices = z.enum(['none', 'limited', 'unlimited'], { error: 'validation:choice' })

/** How far somebody may bind the company: for each power a choice and, with `limited`, an amount above zero; and the password. */
export const mandatesSchema = (locale: LocaleContext) => {
  const limit = optionalAmount(locale)
  return acrossFields(
    z.object({
      ...{ sign: choices, award: choices, release: choices, bank: choices, payables: choices },
      ...{ signLimit: limit, awardLimit: limit, releaseLimit: limit, bankLimit: limit, payablesLimit: limit },
      password: z.string({ error: 'validation:required' }).max(1024),
    }),
    (form, { refuse }) => {
      for (const power of powers)
        if (form[power] === 'limited' && !form[`${power}Limit`]) refuse('validation:amountPositive', `${power}Limit`)
    },
  ).transform((form) => {
    const of = (power: Power) => {
      if (form[power] === 'limited') return form[`${power}Limit`]
      return form[power] === 'none' ? 0 : null
    }
    const mandates = Object.fromEntries(powers.map((power) => [power, of(power)])) as Mandates
    return { mandates, password: form.password }
  })
}

type FormValues = Record<Power, 'none' | 'limited' | 'unlimited'> & Record<`${Power}Limit`, string>

/** The form of what is set now. */
export function mandateForm(mandates: Mandates): FormValues {
  const values = powers.flatMap((power) => {
    const limit = mandates[power]
    const choice = limit === null ? 'unlimited' : limit === 0 ? 'none' : 'limited'
    return [
      [power, choice],
      [`${power}Limit`, limit ? decimalText(limit) : ''],
    ]
  })
  return Object.fromEntries(values) as FormValues
}
