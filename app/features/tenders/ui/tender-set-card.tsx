import { useTranslation } from 'react-i18next'
import type { TenderSet } from '#app/features/projects/tender-set.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** The hash of everything that bidders were asked, and the earlier ones. `sets`: newest first. */
export function TenderSetCard({
  projectId,
  sets,
  isOwner,
}: {
  projectId: string
  sets: readonly TenderSet[]
  isOwner: boolean
}) {
  const { t } = useTranslation('tenders')
  const [current, ...earlier] = sets
  if (!current) return null
  return (
    <Card title={t('set.title')} as="aside">
      <p className="text-sm text-muted-foreground">{t('set.text')}</p>
      <div className="mt-3 text-sm">
        <Edition projectId={projectId} set={current} />
      </div>
      {earlier.length > 0 && (
        <details className="mt-3 text-sm">
          <summary className="min-h-6 cursor-pointer text-muted-foreground hover:text-foreground">
            {t('set.earlier', { count: earlier.length })}
          </summary>
          <ul className="mt-2 flex flex-col gap-3">
            {earlier.map((set) => (
              <li key={set.edition}>
                <Edition projectId={projectId} set={set} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {isOwner && (
        <p className="mt-3 flex flex-col gap-1 text-sm">
          <TextLink to={`/projects/${projectId}/project.zip`} reloadDocument block>
            {t('set.exportFiles')}
          </TextLink>
          <TextLink to={`/projects/${projectId}/project.json`} reloadDocument block>
            {t('set.export')}
          </TextLink>
        </p>
      )}
    </Card>
  )
}

function Edition({ projectId, set }: { projectId: string; set: TenderSet }) {
  const { t } = useTranslation('tenders')
  const { t: tProject } = useTranslation('projects')
  const format = useFormat()
  const { edition, projectVersion, digest, frozenAt } = set
  return (
    <>
      <p className="flex flex-wrap gap-x-2 text-muted-foreground">
        <span>{tProject('detail.version', { version: projectVersion })}</span>
        <span aria-hidden>·</span>
        <time dateTime={new Date(frozenAt).toISOString()}>{format.dateTime(frozenAt)}</time>
      </p>
      <code className="mt-1 block rounded-md bg-muted px-2 py-1.5 font-mono text-xs break-all">{digest}</code>
      <TextLink to={`/projects/${projectId}/tender-set/${edition}`} reloadDocument block>
        {t('set.read', { edition })}
      </TextLink>
    </>
  )
}
