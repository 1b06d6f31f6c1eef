import { useTranslation } from 'react-i18next'
import type { ImportPreview as Preview } from '#app/features/clients/import/preview.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Card } from '#app/ui/card.tsx'
import { Choice } from '#app/ui/forms/choice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useText } from '#app/ui/text.ts'

/** More are hardly mended one by one. */
const shownProblems = 100

/** What a file says about clients, which of it can be taken, and the button that takes it. */
export function ImportPreview({
  name,
  unknown,
  packed,
  submissionId,
  rows,
  refusal,
}: Preview & { refusal: string | null }) {
  const { t } = useTranslation('clientimport')
  const { t: tFile } = useTranslation('bidimport')
  const text = useText()
  const problems = rows.flatMap((row) => row.problems.map((problem) => ({ ...problem, name: row.name })))
  const offered = rows.flatMap((row) => (row.offer === null ? [] : [{ ...row, offer: row.offer }]))
  const same = rows.filter(({ state }) => state === 'same').length
  return (
    <>
      {refusal && <Alert tone="danger" title={text(refusal)} />}
      {problems.length > 0 && (
        <Alert tone="warning" title={t('preview.problems')}>
          <ul className="list-disc ps-5">
            {problems.slice(0, shownProblems).map(({ line, column, message, params, name: client }) => (
              <li key={`${line} ${column} ${message}`} className="wrap-anywhere">
                {t('preview.line', { line })}
                {client && ` (${client})`}: {column && `${column} – `}
                {text(message, params)}
              </li>
            ))}
          </ul>
          {problems.length > shownProblems && (
            <p className="mt-2">{t('preview.more', { count: problems.length - shownProblems })}</p>
          )}
        </Alert>
      )}
      {unknown.length > 0 && (
        <Alert tone="info" title={t('preview.unknown')}>
          <p className="wrap-anywhere">{unknown.slice(0, 20).join(', ')}</p>
        </Alert>
      )}
      <Card title={tFile('preview.title', { name })} flush>
        <div className="flex flex-col gap-1 px-4 pb-3 text-sm text-muted-foreground sm:px-5">
          <p>{offered.length > 0 ? t('preview.text') : t('preview.nothing')}</p>
          {same > 0 && <p>{t('preview.same', { count: same })}</p>}
        </div>
        {offered.length > 0 && packed && (
          <PostForm action="/clients/import">
            <input type="hidden" name="submissionId" value={submissionId} />
            <input type="hidden" name="packed" value={packed} />
            <input type="hidden" name="name" value={name} />
            <ul className="divide-y divide-border border-y border-border">
              {offered.map(({ offer, line, name: client, known, changes }) => (
                <li key={offer} className="px-4 py-1 wrap-anywhere sm:px-5">
                  <Choice
                    type="checkbox"
                    name="take"
                    value={offer}
                    defaultChecked
                    label={client}
                    hint={<Offer line={line} known={known} changes={changes} />}
                  />
                </li>
              ))}
            </ul>
            <div className="flex px-4 py-4 sm:px-5">
              <SubmitButton>{t('preview.confirm')}</SubmitButton>
            </div>
          </PostForm>
        )}
      </Card>
    </>
  )
}

/** Of a long text, such as notes, this much is shown. */
const shownLength = 120

/** What would happen to one client, and by what it is known. */
function Offer({ line, known, changes }: Pick<Preview['rows'][number], 'line' | 'known' | 'changes'>) {
  const { t } = useTranslation('clientimport')
  const short = (text: string) => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text || '–')
  const at = t('preview.line', { line })
  if (!known) return `${at} · ${t('preview.new')}`
  const archived = known.isArchived ? ` (${t('preview.archived')})` : ''
  return (
    <>
      <span className="block">{`${at} · ${t(`known.${known.reason}`, { name: known.name })}${archived}`}</span>
      {changes.map(({ column, before, after }) => (
        <span key={column} className="block">
          {t('preview.change', { column, before: short(before), after: short(after) })}
        </span>
      ))}
    </>
  )
}
