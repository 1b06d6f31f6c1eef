import { FilePlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProjectButton } from '#app/features/projects/project-rights.ts'
import type { ProjectDetail } from '#app/features/projects/queries.server.ts'
import type { DocumentVersion, TenderDocument } from '#app/features/projects/tender-set.ts'
import { documentsChange } from '#app/features/tenders/documents-change.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { fileSizeOf } from '#app/ui/media/media-file.ts'
import { TextLink } from '#app/ui/text-link.tsx'

/** The documents of a project with all their versions, and what the reader may do with them. */
export function DocumentsCard({
  project,
  documents,
  buttons,
  now,
}: {
  project: ProjectDetail
  documents: readonly TenderDocument[]
  /** Those of the project that the reader has the right to. */
  buttons: readonly ProjectButton[]
  now: number
}) {
  const { t } = useTranslation('tenders')
  const change = documentsChange(project, buttons, now)
  if (documents.length === 0 && !change) return null
  const base = `/projects/${project.id}/documents`
  return (
    <Card
      title={t('documents.title')}
      flush={documents.length > 0}
      actions={
        change && (
          <ButtonLink to={`${base}/add`} variant="outline" size="sm" icon={FilePlus}>
            {t('documents.add')}
          </ButtonLink>
        )
      }
    >
      {documents.length === 0 ? (
        <p className="text-sm text-muted-foreground">{t('documents.none')}</p>
      ) : (
        <ol className="divide-y divide-border border-t border-border">
          {documents.map(({ documentId, isWithdrawn, versions }) => {
            const files = versions.filter(({ file }) => file !== null)
            const [newest, ...earlier] = files
            const name = newest?.file?.name ?? ''
            return (
              <li key={documentId} className="flex flex-col gap-1.5 px-4 py-3 text-sm sm:px-5">
                {newest && <Version version={newest} status={isWithdrawn ? 'withdrawn' : 'inForce'} />}
                {earlier.length > 0 && (
                  <details>
                    <summary className="min-h-6 cursor-pointer text-muted-foreground hover:text-foreground">
                      {t('documents.earlier', { count: earlier.length })}
                    </summary>
                    <ol className="mt-2 flex flex-col gap-3 border-s border-border ps-3">
                      {earlier.map((version) => (
                        <li key={version.revision}>
                          <Version version={version} status="superseded" />
                        </li>
                      ))}
                    </ol>
                  </details>
                )}
                {change && !isWithdrawn && (
                  <p className="flex flex-wrap gap-x-4 gap-y-1">
                    {change === 'addendum' && (
                      <TextLink to={`${base}/${documentId}/replace`} block>
                        {t('documents.replace')}
                        <span className="sr-only">: {name}</span>
                      </TextLink>
                    )}
                    <TextLink to={`${base}/${documentId}/withdraw`} block>
                      {change === 'addendum' ? t('documents.withdraw') : t('documents.remove')}
                      <span className="sr-only">: {name}</span>
                    </TextLink>
                  </p>
                )}
              </li>
            )
          })}
        </ol>
      )}
    </Card>
  )
}

/** One version with its file, which stays to be downloaded when it is no longer in force. */
function Version({
  version: { revision, createdAt, file },
  status,
}: {
  version: DocumentVersion
  status: 'inForce' | 'superseded' | 'withdrawn'
}) {
  const { t } = useTranslation('tenders')
  const format = useFormat()
  if (!file) return null
  const { unit, value } = fileSizeOf(file.size)
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <TextLink to={`/files/${file.id}`} reloadDocument className="wrap-anywhere">
          {file.name}
        </TextLink>
        {status !== 'inForce' && <Badge tone="warning">{t(`documents.${status}`)}</Badge>}
      </p>
      <p className="flex flex-wrap gap-x-2 text-muted-foreground">
        <span>{t('documents.version', { number: revision })}</span>
        <span aria-hidden>·</span>
        <span>{t(`documents.size.${unit}`, { value })}</span>
        <span aria-hidden>·</span>
        <time dateTime={new Date(createdAt).toISOString()}>{format.dateTime(createdAt)}</time>
      </p>
      <p className="font-mono text-xs break-all text-muted-foreground">SHA-256 {file.sha256}</p>
    </div>
  )
}
