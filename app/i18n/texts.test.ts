import { describe, expect, it } from 'vitest'
import { literalTexts } from '#tests/setup/texts/literal-texts.ts'
import { checkLocale, translated } from '#tests/setup/texts/locales.ts'
import { allKeys, keyUse } from '#tests/setup/texts/used-keys.ts'

/** Keys that are put together where no reader of the source can follow, each with the place that does it. */
const putTogether: Array<[RegExp, string]> = [
  [
    /^mail:(invoiceSent|paidInvoiceSent|retainedInvoiceSent|creditNoteSent)\./,
    'send-invoice.server.ts: chosen by kind and payment',
  ],
  [
    /^mail:(paymentReminder|chargedPaymentReminder)\./,
    'record-reminder.server.ts: with or without the costs of collecting',
  ],
  [/^mail:\w+\.stranger\./, 'mails.server.ts: the variant for strangers'],
  [/^mail:digest\.(subject|body|action)$/, 'mails.server.ts: the mail of the day'],
  [/^mail:notice\.action$/, 'mail-notice.server.ts: a mail with the words of its notification'],
  [/^mail:greeting\./, 'render-mail.server.ts: with or without a name'],
  [/^mail:footer$/, 'render-mail.server.ts: under every mail without a footer of its own'],
]

/** The first of many, and how many there are. */
function listed(findings: string[]): string {
  return findings.slice(0, 40).join('\n') + (findings.length > 40 ? `\n… ${findings.length} in all` : '')
}

describe('the English texts', () => {
  const { used, missing } = keyUse()

  it('have every key that the code names', () => {
    expect(listed(missing)).toBe('')
  })

  it('have no key that nothing names', () => {
    const unused = [...allKeys].filter((key) => !used.has(key) && !putTogether.some(([form]) => form.test(key)))
    expect(listed(unused)).toBe('')
  })

  it('have the plural forms that English needs', () => {
    const { missing: lacking, wrong } = checkLocale('en')
    expect(listed([...lacking.keys(), ...wrong])).toBe('')
  })

  it('are in their files, and none stands in a component', () => {
    expect(listed(literalTexts())).toBe('')
  })
})

describe.each(translated)('the texts in %s', (locale) => {
  const { missing, extra, wrong } = checkLocale(locale)

  it('are all there, in every plural form of the language', () => {
    expect(listed([...missing].map(([key, english]) => `${key}: ${english}`))).toBe('')
  })

  it('are no more than there are in English', () => {
    expect(listed(extra)).toBe('')
  })

  it('say what the English ones say: the same placeholders, and not in English', () => {
    expect(listed(wrong)).toBe('')
  })
})
