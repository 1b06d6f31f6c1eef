import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { localeFor } from '#app/i18n/languages.ts'
import { directionOf } from '#app/i18n/locale.ts'
import { env } from '#app/platform/env.server.ts'
import { productName } from '#app/platform/product.ts'
import { textOf } from '#app/ui/text.ts'

type Params = Record<string, string | number>
export type MailContent = {
  subject: string
  paragraphs: string[]
  /** The mail's call to action. */
  action: { label: string; link: string } | null
  text: string
  html: string
}

/**
 * Renders a mail in its recipient's language. A template of the `mail` namespace has a `subject`, a `body` (paragraphs
 * separated by an empty line) and, where `params.link` is given, an `action` to label the link. Besides the parameters as they
 * are, a template may use `{{amount}}` for `amountCents` with `currency`, and `{{deadline}}` for `deadlineAt` (epoch ms, shown with its zone
 * in `timeZone`, by default Europe/Helsinki). A mail greets its recipient by `name`, where that is
 * given.
 */
export function renderMail(mail: { locale: string; template: string; params: Params }): MailContent {
  const locale = localeFor(mail.locale)
  const i18n = i18nFor(locale)
  const { link } = mail.params
  const params = { product: productName, ...formatMailParams(mail.params, locale) }
  const text = (key: string): string => textOf(i18n, `mail:${key}`, params)
  // A header field is one line, whatever a project is called.
  const subject = text(`${mail.template}.subject`).replace(/\s+/g, ' ')
  const greeting = text(mail.params.name === undefined ? 'greeting.plain' : 'greeting.named')
  const paragraphs = [greeting, ...text(`${mail.template}.body`).split('\n\n')]
  const hasAction = typeof link === 'string' && i18n.exists(`mail:${mail.template}.action`)
  const action = hasAction ? { label: text(`${mail.template}.action`), link } : null
  // A template for people without an account has its own footer, which says why they get the mail.
  const footer = text(i18n.exists(`mail:${mail.template}.footer`) ? `${mail.template}.footer` : 'footer')
  return {
    subject,
    paragraphs,
    action,
    text: [
      ...paragraphs,
      ...(action ? [`${action.label}:\n${action.link}`] : []),
      `-- \n${footer}\n${env.origin}`,
    ].join('\n\n'),
    html: htmlOf({ subject, paragraphs, action, footer, locale }),
  }
}

/** Formats times for the locale, under names without their unit; `textOf` does so with amounts. */
function formatMailParams(params: Params, locale: string): Params {
  const format = formatFor(locale, typeof params.timeZone === 'string' ? params.timeZone : 'Europe/Helsinki')
  const more = Object.entries(params).flatMap(([name, value]) => {
    return typeof value === 'number' && name.endsWith('At') ? [[name.slice(0, -2), format.deadline(value)]] : []
  })
  return { ...params, ...Object.fromEntries(more) }
}

function htmlOf(mail: {
  subject: string
  paragraphs: string[]
  action: MailContent['action']
  footer: string
  locale: string
}): string {
  const { subject, paragraphs, action, footer, locale } = mail
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text).replaceAll('\n', '<br>')}</p>`
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(action.link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#4f46e5;color:#ffffff;font-weight:600;text-decoration:none">${escaped(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5b6172;word-break:break-all"><a href="${escaped(action.link)}" style="color:#4f46e5">${escaped(action.link)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f4f8;color:#1c2030;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 16px;font-size:18px;font-weight:700">${escaped(productName)}</p>
<div style="padding:28px;border:1px solid #e2e3ec;border-radius:8px;background:#ffffff">
${paragraphs.map(paragraph).join('\n')}
${button}
</div>
<p style="margin:16px 0 0;font-size:13px;color:#5b6172">${escaped(footer)} <a href="${escaped(env.origin)}" style="color:#5b6172">${escaped(env.origin)}</a></p>
</div>
</body>
</html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
