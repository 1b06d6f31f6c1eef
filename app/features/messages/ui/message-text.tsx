import { Globe } from 'lucide-react'
import { createElement, Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { type Mark, parseLight, type Token } from '#app/platform/text/light-format.ts'
import { classes } from '#app/ui/classes.ts'
import { useThreadContext } from './thread-context.tsx'

/** Longer texts are folded. */
const isLong = (text: string) => text.length > 1_500 || text.split('\n').length > 24

/** The text of a message with its formatting. A long one is folded. */
export function MessageText({
  message,
  alone = false,
}: {
  message: Pick<MessageView, 'text' | 'mentions'>
  /** In full, however long it is. */
  alone?: boolean
}) {
  const { viewerId } = useThreadContext()
  const tokens = parseLight(message.text, message.mentions)
  const { t } = useTranslation('chat')
  if (!alone && isLong(message.text)) {
    return (
      <span className="message-fold">
        <MessageText message={message} alone />
        {/* A check box, which opens the text without scripts too. */}
        <label>
          <input type="checkbox" className="sr-only" />
          {t('states.fold')}
        </label>
      </span>
    )
  }
  return (
    <span dir="auto" className="message-text">
      {tokens.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text have no other identity
        <Fragment key={index}>{shown(besideBlocks(token, tokens[index - 1], tokens[index + 1]), viewerId)}</Fragment>
      ))}
    </span>
  )
}

/** Removes the line breaks next to a block, which is on lines of its own already. */
function besideBlocks(token: Token, before: Token | undefined, after: Token | undefined): Token {
  if (token.kind !== 'text') return token
  let { text } = token
  if (before?.kind === 'block') text = text.replace(/^\n/, '')
  if (after?.kind === 'block') text = text.replace(/\n$/, '')
  return { ...token, text }
}

function shown(token: Token, viewerId: string): ReactNode {
  switch (token.kind) {
    case 'block':
      return (
        <code className="my-1 block rounded-sm bg-foreground/8 px-2.5 py-1.5 font-mono text-xs leading-5 whitespace-pre-wrap">
          {token.text}
        </code>
      )
    case 'code':
      return <code className="rounded-xs bg-foreground/8 px-1 py-px font-mono text-xs">{token.text}</code>
    case 'mention':
      return (
        <span
          className={classes(
            'rounded-xs px-0.5 font-medium',
            token.userId === viewerId ? 'bg-primary text-primary-foreground' : 'bg-foreground/8',
          )}
        >
          {withMarks(token.text, token.marks)}
        </span>
      )
    case 'link':
      return (
        <a
          href={token.href}
          // Addresses of mail and telephones open another program.
          {...(token.href.startsWith('http') && { target: '_blank', rel: 'noopener noreferrer nofollow ugc' })}
          className="underline decoration-foreground/50 underline-offset-2 hover:decoration-foreground"
        >
          {withMarks(token.text, token.marks)}
        </a>
      )
    case 'text':
      return withMarks(token.text, token.marks)
  }
}

const marks: Record<Mark, 'strong' | 'em' | 's'> = { bold: 'strong', italic: 'em', strike: 's' }

/** A text in the elements that say what its marks mean. */
function withMarks(text: string, set: readonly Mark[]): ReactNode {
  return set.reduceRight<ReactNode>((content, mark) => createElement(marks[mark], null, content), text)
}

/** The preview of the first link in a message. */
export function LinkCard({ preview }: { preview: NonNullable<MessageView['preview']> }) {
  return (
    <a
      href={preview.url}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="mt-1.5 block max-w-sm rounded-sm border-s-3 border-border bg-foreground/5 px-2.5 py-1.5 hover:bg-foreground/8"
    >
      <span className="flex items-center gap-1.5 text-xs text-foreground/80">
        <Globe aria-hidden className="size-3 shrink-0" />
        <span className="truncate">{preview.siteName}</span>
      </span>
      <span className="mt-0.5 line-clamp-2 font-medium text-foreground wrap-anywhere">{preview.title}</span>
      {preview.description && (
        <span className="mt-0.5 line-clamp-2 text-xs text-foreground/80 wrap-anywhere">{preview.description}</span>
      )}
    </a>
  )
}
