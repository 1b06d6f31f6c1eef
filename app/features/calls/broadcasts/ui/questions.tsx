import { useFetcher } from '@remix-run/react'
import { Send } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { type BroadcastQuestion, broadcastLengths } from '#app/realtime/protocol/broadcast-events.ts'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** What was asked during a broadcast, and while it is live the form to ask something. */
export function Questions({
  broadcastId,
  questions,
  form,
  title,
}: {
  broadcastId: string
  questions: readonly BroadcastQuestion[]
  /** Null for whoever may not ask, and once it is over. */
  form: { submissionId: string; isHost: boolean } | null
  title: string
}) {
  const { t } = useTranslation('broadcasts')
  const fetcher = useFetcher()
  const box = useRef<HTMLFormElement>(null)
  const isSent = fetcher.state === 'loading'
  useEffect(() => {
    if (isSent) box.current?.reset()
  }, [isSent])
  return (
    <Card title={t('questions.title')}>
      <QuestionList questions={questions} label={title} />
      {form && (
        <fetcher.Form
          ref={box}
          method="post"
          action={`/broadcasts/${broadcastId}/questions`}
          className="mt-4 flex flex-col items-start gap-2"
        >
          <input type="hidden" name="submissionId" value={form.submissionId} />
          <Field
            name="text"
            label={t(form.isHost ? 'questions.say' : 'questions.ask')}
            required
            maxLength={broadcastLengths.question}
            autoComplete="off"
            className="w-full"
          />
          <SubmitButton variant="secondary" icon={Send}>
            {t('questions.send')}
          </SubmitButton>
        </fetcher.Form>
      )}
    </Card>
  )
}

export function QuestionList({ questions, label }: { questions: readonly BroadcastQuestion[]; label: string }) {
  const { t } = useTranslation('broadcasts')
  const format = useFormat()
  const end = useRef<HTMLOListElement>(null)
  const { length } = questions
  useEffect(() => {
    if (length > 0 && end.current) end.current.scrollTop = end.current.scrollHeight
  }, [length])
  if (length === 0) return <p className="text-sm text-muted-foreground">{t('questions.none')}</p>
  return (
    <ol
      ref={end}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keys
      tabIndex={0}
      aria-live="polite"
      aria-label={t('questions.of', { title: label })}
      className="-my-2 max-h-96 divide-y divide-border overflow-y-auto"
    >
      {questions.map(({ id, authorName, text, askedAt }) => (
        <li key={id} className="py-2 text-sm">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium wrap-anywhere">{authorName}</span>
            <time dateTime={new Date(askedAt).toISOString()} className="text-xs text-muted-foreground tabular-nums">
              {format.time(askedAt)}
            </time>
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        </li>
      ))}
    </ol>
  )
}
