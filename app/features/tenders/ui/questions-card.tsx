import { MessageCircleQuestion } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProjectButton } from '#app/features/projects/project-rights.ts'
import type { ProjectDetail } from '#app/features/projects/queries.server.ts'
import { questionsUntil } from '#app/features/projects/tender-set.ts'
import type { Tender } from '#app/features/tenders/queries.server.ts'
import { answeringRefusal, askingRefusal } from '#app/features/tenders/question.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** The answers to everybody, the questions that wait for one, and what the reader may do. */
export function QuestionsCard({
  project,
  tender: { answers, openQuestions },
  canAsk,
  buttons,
  now,
}: {
  project: ProjectDetail
  tender: Pick<Tender, 'answers' | 'openQuestions'>
  /** Whether the reader has the right to ask. */
  canAsk: boolean
  buttons: readonly ProjectButton[]
  now: number
}) {
  const { t } = useTranslation('tenders')
  const format = useFormat()
  const deadline = useDeadline()
  const { id, status, timeZone } = project
  if (status === 'draft' || (status !== 'open' && answers.length === 0 && openQuestions.length === 0)) return null
  const mayAsk = canAsk && askingRefusal(project, now) === null
  const mayAnswer = buttons.includes('amend') && answeringRefusal(project, now) === null
  const until = questionsUntil(project)
  return (
    <Card
      title={t('questions.title')}
      flush
      actions={
        mayAsk && (
          <ButtonLink to={`/projects/${id}/questions/ask`} variant="outline" size="sm" icon={MessageCircleQuestion}>
            {t('questions.ask')}
          </ButtonLink>
        )
      }
    >
      {status === 'open' && (
        <p className="px-4 pb-3 text-sm text-muted-foreground sm:px-5">
          {t(now < until ? 'questions.until' : 'questions.ended', { deadline: deadline(until, timeZone) })}
        </p>
      )}
      {openQuestions.length > 0 && (
        <section className="border-t border-border px-4 py-3 sm:px-5">
          <h3 className="text-sm font-semibold">
            {project.role === 'owner' ? t('questions.unanswered') : t('questions.own')}
          </h3>
          <ul className="mt-2 flex flex-col gap-3 text-sm">
            {openQuestions.map((question) => (
              <li key={question.id}>
                <p className="max-w-prose wrap-anywhere whitespace-pre-line">{question.text}</p>
                {mayAnswer && (
                  <TextLink to={`/projects/${id}/questions/${question.id}/answer`} block>
                    {t('questions.answer')}
                    <span className="sr-only">: {question.text.slice(0, 80)}</span>
                  </TextLink>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {answers.length > 0 && (
        <ol className="divide-y divide-border border-t border-border">
          {answers.map(({ number, question, answer, isAddendum, projectVersion, answeredAt }) => (
            <li key={number} className="flex flex-col gap-1.5 px-4 py-3 text-sm sm:px-5">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground">
                <span>{t('questions.number', { number })}</span>
                <span aria-hidden>·</span>
                <time dateTime={new Date(answeredAt).toISOString()}>{format.dateTime(answeredAt)}</time>
                {isAddendum && <Badge tone="info">{t('questions.addendum', { number: projectVersion - 1 })}</Badge>}
              </p>
              <p className="max-w-prose font-medium wrap-anywhere whitespace-pre-line">{question}</p>
              <p className="max-w-prose wrap-anywhere whitespace-pre-line">{answer}</p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
