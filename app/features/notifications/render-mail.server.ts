import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { localeFor } from '#app/i18n/languages.ts'
import { env } from '#app/platform/env.server.ts'
import { productName } from '#app/platform/product.ts'
import { textOf } from '#app/ui/text.ts'
import type { NotificationCategory } from '#db/vocabulary/notifications.ts'
import { readDigest } from './digest.ts'
import { htmlOf } from './mail-html.server.ts'
import { formatParams } from './notification.ts'
import { type Stopped, searchOf, unsubscribeUrl } from './preferences/unsubscribe-token.server.ts'

type Params = Record<string, string | number>
type StoredMail = {
  locale: string
  template: string
  params: Params
  userId?: string | null
  category?: NotificationCategory | null
}
type MailRow = { text: string; detail: string | null; link: string }
export type MailList = { title: string; rows: MailRow[]; more: string | null }
export type MailContent = {
  subject: string
  paragraphs: string[]
  /** The lists of the mail of the day, and of what a saved search has found. */
  lists: MailList[]
  /** The mail's call to action. */
  action: { label: string; link: string } | null
  /** For a mail that its reader can choose: where to choose, and the address that stops its kind (NOT-8). */
  choice: { text: string; chooseLabel: string; chooseUrl: string; stopLabel: string; stopUrl: string } | null
  text: string
  html: string
}

/**
 * Renders a mail in its recipient's language. A template of the `mail` namespace has a `subject`, a `body` (paragraphs
 * separated by an empty line) and, where `params.link` is given, an `action` to label the link. Besides the parameters as they
 * are, a template may use `{{amount}}` for `amountCents` with `currency`, and `{{deadline}}` for `deadlineAt` (epoch ms, shown with its zone
 * in `timeZone`, by default Europe/Helsinki). A `notice` has the words of its notification. A mail greets its recipient by `name`, where that is
 * given.
 */
export function renderMail(mail: StoredMail): MailContent {
  const locale = localeFor(mail.locale)
  const i18n = i18nFor(locale)
  const { link, notice, recipient } = mail.params
  const params = { product: productName, ...formatMailParams(mail.params, locale) }
  const text = (key: string): string => textOf(i18n, `mail:${key}`, params)
  const words = (part: 'subject' | 'body'): string =>
    typeof notice === 'string' ? noticeText(notice, part, mail.params, locale) : text(`${mail.template}.${part}`)
  // A header field is one line, whatever a project is called.
  const subject = words('subject').replace(/\s+/g, ' ')
  const name = notice === undefined ? mail.params.name : recipient
  const greeting = textOf(i18n, `mail:greeting.${name === undefined ? 'plain' : 'named'}`, {
    ...params,
    name: name ?? '',
  })
  const paragraphs = [greeting, ...words('body').split('\n\n')]
  const isSearch = mail.template === 'savedSearch'
  const lists = isSearch || mail.template === 'digest' ? digestLists(mail.params, locale, isSearch) : []
  const kind: Stopped = isSearch ? `search-${mail.params.searchId}` : (mail.category ?? 'digest')
  const choice = mail.userId ? choiceOf(mail.userId, kind, mail.locale) : null
  const hasAction = typeof link === 'string' && i18n.exists(`mail:${mail.template}.action`)
  const action = hasAction ? { label: text(`${mail.template}.action`), link } : null
  // A template for people without an account has its own footer, which says why they get the mail.
  const footer = text(i18n.exists(`mail:${mail.template}.footer`) ? `${mail.template}.footer` : 'footer')
  return {
    subject,
    paragraphs,
    lists,
    action,
    choice,
    text: [
      ...paragraphs,
      ...lists.map(({ title, rows, more }) => [title, ...rows.map(textOfRow), ...(more ? [more] : [])].join('\n\n')),
      ...(action ? [`${action.label}:\n${action.link}`] : []),
      `-- \n${choice ? textOfChoice(choice) : footer}\n${env.origin}`,
    ].join('\n\n'),
    html: htmlOf({ subject, paragraphs, lists, action, choice, footer, locale }),
  }
}

const textOfRow = ({ text, detail, link }: MailRow): string =>
  [`* ${text}`, ...(detail ? [detail] : []), link].join('\n  ')
const textOfChoice = ({
  text,
  chooseLabel,
  chooseUrl,
  stopLabel,
  stopUrl,
}: NonNullable<MailContent['choice']>): string => `${text}\n${chooseLabel}: ${chooseUrl}\n${stopLabel}: ${stopUrl}`

function choiceOf(userId: string, kind: Stopped, locale: string): MailContent['choice'] {
  const text = (key: string) => textOf(i18nFor(localeFor(locale)), `mail:choice.${key}`)
  const stopUrl = unsubscribeUrl(userId, kind)
  if (searchOf(kind) !== null)
    return {
      ...{ text: text('searchText'), chooseLabel: text('searches'), chooseUrl: `${env.origin}/projects/searches` },
      ...{ stopLabel: text('stopSearch'), stopUrl },
    }
  return {
    ...{ text: text('text'), chooseLabel: text('choose'), chooseUrl: `${env.origin}/notifications/settings` },
    ...{ stopLabel: text(kind === 'digest' ? 'stopDigest' : 'stop'), stopUrl },
  }
}

/** The words of a notice, as its reader finds them in the history. */
function noticeText(notice: string, part: 'subject' | 'body', params: Params, locale: string): string {
  const key = `notifications:texts.${notice}.${part === 'subject' ? 'title' : 'message'}`
  return textOf(i18nFor(localeFor(locale)), key, formatParams(params, formatOf(params, locale)))
}

/** The lists of the mail of the day: what waits for the reader, and what is new. Of a saved search there is one, of what it has found. */
function digestLists(params: Params, locale: string, isSearch: boolean): MailList[] {
  const i18n = i18nFor(localeFor(locale))
  const format = formatOf(params, locale)
  const { waiting, items, more } = readDigest(params)
  const rows = waiting.map(({ key, title, to, at, on }): MailRow => {
    const until = on ? format.date(on) : at ? format.deadline(at) : null
    return { text: `${textOf(i18n, key)}: ${title}`, detail: until, link: `${env.origin}${to}` }
  })
  const news = items.map(({ template, params: of }): MailRow => {
    const { subject, action } = renderMail({ locale, template, params: of })
    return { text: subject, detail: null, link: action?.link ?? env.origin }
  })
  const list = (title: string, all: MailRow[], left: number): MailList[] =>
    all.length === 0
      ? []
      : [
          {
            title: textOf(i18n, title),
            rows: all,
            more: left > 0 ? textOf(i18n, 'mail:digest.more', { count: left }) : null,
          },
        ]
  return [
    ...list(isSearch ? 'mail:savedSearch.found' : 'mail:digest.waiting', rows, more.waiting),
    ...list('mail:digest.news', news, more.items),
  ]
}

const formatOf = (params: Params, locale: string) =>
  formatFor(locale, typeof params.timeZone === 'string' ? params.timeZone : 'Europe/Helsinki')

/** Formats times for the locale, under names without their unit; `textOf` does so with amounts. */
function formatMailParams(params: Params, locale: string): Params {
  const format = formatOf(params, locale)
  const more = Object.entries(params).flatMap(([name, value]) => {
    return typeof value === 'number' && name.endsWith('At') ? [[name.slice(0, -2), format.deadline(value)]] : []
  })
  return { ...params, ...Object.fromEntries(more) }
}
