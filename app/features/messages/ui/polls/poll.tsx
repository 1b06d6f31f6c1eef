import { Check } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageView, PollView } from '#app/features/conversations/message-view.ts'
import { ActionForm, ThreadLink, useThreadContext } from '#app/features/messages/ui/thread-context.tsx'
import { useFormat } from '#app/i18n/format.ts'

/** A poll in its message: each option is a button that votes for it, or takes the vote back (MSG-28). */
export function Poll({ message, poll }: { message: MessageView; poll: PollView }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const id = useId()
  const { conversation } = useThreadContext()
  const to = `/messages/${conversation.id}/messages/${message.id}`
  const { options, voters, multiple, anonymous, closesAt, closedAt } = poll
  const isOpen = closedAt === null && !conversation.readOnly
  const mine = conversation.ownVotes.flatMap((vote) => (vote.messageId === message.id ? [vote.option] : []))
  const rows = options.map(({ text, votes }, place) => {
    const isMine = mine.includes(place)
    const content = (
      <>
        <span>
          {isMine && <Check aria-hidden className="me-1 inline size-4" />}
          {text}
        </span>
        <span aria-hidden>{format.number(votes)}</span>
        <span className="sr-only">{t('poll.votes', { count: votes })}</span>
        <progress aria-hidden value={votes} max={Math.max(voters, 1)} />
      </>
    )
    const className = isMine ? 'poll-option is-mine' : 'poll-option'
    return isOpen ? (
      <button
        key={text}
        type="submit"
        name={isMine ? 'withdraw' : 'option'}
        value={place}
        aria-pressed={isMine}
        className={className}
        // The second click of a double click would take back what the first has done.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        {content}
      </button>
    ) : (
      <span key={text} className={className}>
        {content}
        {isMine && <span className="sr-only">{t('poll.mine')}</span>}
      </span>
    )
  })
  return (
    <div role="group" aria-labelledby={id} className="poll">
      <span id={id} dir="auto" className="message-text font-semibold">
        {message.text.split('\n', 1)}
      </span>
      <span className="text-xs text-foreground/80">
        {closedAt !== null ? t('poll.closed') : t(multiple ? 'poll.multiple' : 'poll.single')}
        {anonymous && ` · ${t('poll.anonymous')}`}
        {closedAt === null && closesAt !== null && ` · ${t('poll.until', { when: format.dateTime(closesAt) })}`}
      </span>
      {isOpen ? <ActionForm action={`${to}/vote`}>{rows}</ActionForm> : rows}
      <ThreadLink to={`${to}/poll`} className="text-xs underline underline-offset-2">
        {t('poll.results', { count: voters })}
      </ThreadLink>
    </div>
  )
}
