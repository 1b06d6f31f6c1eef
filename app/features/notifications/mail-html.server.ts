import { directionOf, type Locale } from '#app/i18n/locale.ts'
import { env } from '#app/platform/env.server.ts'
import { productName } from '#app/platform/product.ts'
import type { MailContent, MailList } from './render-mail.server.ts'

/** A mail as HTML, with inline styles, which is what mail programs understand. */
export function htmlOf(
  mail: Pick<MailContent, 'subject' | 'paragraphs' | 'lists' | 'action' | 'choice'> & {
    footer: string
    locale: Locale
  },
): string {
  const { subject, paragraphs, lists, action, choice, footer, locale } = mail
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text).replaceAll('\n', '<br>')}</p>`
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(action.link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#4f46e5;color:#ffffff;font-weight:600;text-decoration:none">${escaped(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5b6172;word-break:break-all"><a href="${escaped(action.link)}" style="color:#4f46e5">${escaped(action.link)}</a></p>`
    : ''
  const small = (link: string, label: string) =>
    `<a href="${escaped(link)}" style="color:#5b6172">${escaped(label)}</a>`
  const end = choice
    ? `${escaped(choice.text)}<br>${small(choice.chooseUrl, choice.chooseLabel)} · ${small(choice.stopUrl, choice.stopLabel)}<br>`
    : `${escaped(footer)} `
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f4f8;color:#1c2030;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 16px;font-size:18px;font-weight:700">${escaped(productName)}</p>
<div style="padding:28px;border:1px solid #e2e3ec;border-radius:8px;background:#ffffff">
${paragraphs.map(paragraph).join('\n')}
${lists.map(listOf).join('\n')}
${button}
</div>
<p style="margin:16px 0 0;font-size:13px;color:#5b6172">${end}<a href="${escaped(env.origin)}" style="color:#5b6172">${escaped(env.origin)}</a></p>
</div>
</body>
</html>
`
}

function listOf({ title, rows, more }: MailList): string {
  const row = ({ text, detail, link }: MailList['rows'][number]) =>
    `<li style="margin:0 0 10px"><a href="${escaped(link)}" style="color:#4f46e5">${escaped(text)}</a>${
      detail ? `<br><span style="font-size:14px;color:#5b6172">${escaped(detail)}</span>` : ''
    }</li>`
  return `<h2 style="margin:24px 0 12px;font-size:16px">${escaped(title)}</h2>
<ul style="margin:0 0 16px;padding-inline-start:20px">
${rows.map(row).join('\n')}
</ul>${more ? `\n<p style="margin:0 0 16px">${escaped(more)}</p>` : ''}`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
