import type { PrintBlock } from '#app/documents/document.ts'
import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import type { ConversationDetail } from '#app/features/conversations/conversation-view.ts'
import { dayOf } from '#app/features/conversations/ui/chat-time.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { env } from '#app/platform/env.server.ts'
import { textOf } from '#app/ui/text.ts'
import type { ExportedMessage } from './exported-messages.server.ts'

/** How many messages are one block: between two, the server does other work. */
const perBlock = 25

type Exported = {
  id: string
  conversation: ConversationDetail
  messages: readonly ExportedMessage[]
  part: number
  parts: number
  /** The name of whoever exports it. */
  by: string
}

/** A part of a conversation as a PDF in its reader's language, with times in their zone, as it stands at `now` (UTC ms). */
export function conversationPdf(exported: Exported, reader: Reader, now: number): PdfFile {
  const { id, conversation, messages, part, parts, by } = exported
  const { locale, format } = reader
  const t = i18nFor(locale).getFixedT(null, 'conversationexport')
  const people = conversation.members.map(({ name }) => name).join(', ')
  return {
    name: `conversation-${dayOf(now, format.timeZone)}${parts > 1 ? `-${part}` : ''}.pdf`,
    document: {
      ...{ kind: t('pdf.kind'), number: id, title: conversation.name, mark: null },
      blocks: [
        {
          kind: 'facts',
          facts: [
            [t('pdf.members'), people],
            [t('pdf.by'), by],
            [t('pdf.at'), format.deadline(now)],
            [t('pdf.part'), t('part', { part, parts })],
            [t('pdf.messages'), t('messages', { count: messages.length })],
            [t('pdf.check'), `${env.origin}/verify`],
          ],
        },
        { kind: 'text', text: t('pdf.about') },
        ...blocksOf(messages, reader),
      ],
    },
    options: { locale, createdAt: now },
  }
}

/** The messages by the days of the reader's zone. */
function blocksOf(messages: readonly ExportedMessage[], { locale, format }: Reader): PrintBlock[] {
  const i18n = i18nFor(locale)
  const t = i18n.getFixedT(null, 'conversationexport')
  const blocks: PrintBlock[] = []
  let day = ''
  let facts: [string, string][] = []
  for (const message of messages) {
    const { seq, createdAt, authorName, kind } = message
    const its = dayOf(createdAt, format.timeZone)
    if (its !== day || facts.length >= perBlock) {
      if (its !== day) blocks.push({ kind: 'heading', text: format.date(createdAt) })
      facts = []
      blocks.push({ kind: 'facts', facts })
      day = its
    }
    const author = kind === 'system' ? t('pdf.system') : authorName
    facts.push([`${t('pdf.number', { seq })} · ${author}\n${format.deadline(createdAt)}`, linesOf(message)])
  }
  return blocks

  function linesOf(message: ExportedMessage): string {
    const { kind, state, text, params, editedAt, replyTo, forwarded } = message
    if (kind === 'system') return textOf(i18n, `chat:system.${text}`, params ?? {})
    if (state !== 'live') return t(`pdf.gone.${state}`)
    const lines = [
      replyTo && t('pdf.reply', { seq: replyTo.seq, name: replyTo.senderName }),
      forwarded && t('pdf.forwarded', { name: forwarded.authorName, when: format.deadline(forwarded.createdAt) }),
      text,
      ...pollLines(message),
      ...message.digests.map(({ name, sha256 }) => t('pdf.file', { name, sha256 })),
      editedAt !== null && t('pdf.edited', { when: format.deadline(editedAt) }),
    ]
    return lines.filter(Boolean).join('\n')
  }

  /** How the options stand, with who chose them, unless the poll is anonymous. */
  function pollLines({ poll, votes }: ExportedMessage): string[] {
    if (!poll) return []
    const results = poll.options.map(({ text: option, votes: count }, place) => {
      const names = votes.filter((vote) => vote.option === place).map(({ name }) => name)
      if (names.length === 0) return t('pdf.votes', { option, count })
      return t('pdf.votesOf', { option, count, names: format.list(names) })
    })
    return poll.closedAt === null
      ? results
      : [...results, t('pdf.pollClosed', { when: format.deadline(poll.closedAt) })]
  }
}
