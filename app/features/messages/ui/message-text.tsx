import { Globe } from 'lucide-react'
import { createElement, Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { type Block, parseBlocks } from '#app/platform/text/light-blocks.ts'
import type { Mark, Token } from '#app/platform/text/light-format.ts'
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
  const blocks = parseBlocks(message.text, message.mentions)
  const { t } = useTranslation('chat')
  if (!alone && isLong(message.text)) {
    return (
      <div className="message-fold">
        <MessageText message={message} alone />
        {/* A check box, which opens the text without scripts too. */}
        <label>
          <input type="checkbox" className="sr-only" />
          {t('states.fold')}
        </label>
      </div>
    )
  }
  // In one line with the time below, unless it has something on lines of its own.
  const Root = blocks.every(({ kind }) => kind === 'lines') ? 'span' : 'div'
  return (
    <Root dir="auto" className="message-text">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no other identity
        <BlockOfText key={index} block={block} />
      ))}
    </Root>
  )
}

function BlockOfText({ block }: { block: Block }) {
  switch (block.kind) {
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      )
    case 'quote':
      return (
        <blockquote>
          <Line tokens={block.tokens} />
        </blockquote>
      )
    case 'bullets':
      return (
        <ul>
          <Items items={block.items} />
        </ul>
      )
    case 'numbers':
      return (
        <ol start={block.start}>
          <Items items={block.items} />
        </ol>
      )
    case 'lines':
      return <Line tokens={block.tokens} />
  }
}

function Items({ items }: { items: readonly Token[][] }) {
  return items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of a list have no other identity
    <li key={index}>
      <Line tokens={item} />
    </li>
  ))
}

function Line({ tokens }: { tokens: readonly Token[] }) {
  const { viewerId } = useThreadContext()
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text have no other identity
    <Fragment key={index}>{shown(token, viewerId)}</Fragment>
  ))
}

function shown(token: Token, viewerId: string): ReactNode {
  switch (token.kind) {
    case 'code':
    case 'block':
      return <code>{token.text}</code>
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
