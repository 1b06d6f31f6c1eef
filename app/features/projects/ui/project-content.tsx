import { useTranslation } from 'react-i18next'
import type { ProjectDetail } from '#app/features/projects/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { Timeline } from '#app/ui/timeline.tsx'
import { PriceFormNotes } from './price-form-notes.tsx'

/** A project's description, the lines to be priced, and its addenda. */
export function ProjectContent({
  project,
}: {
  project: Pick<ProjectDetail, 'description' | 'lines' | 'addenda' | 'overrunShareBp' | 'underrunShareBp'>
}) {
  const { t } = useTranslation('projects')
  const { t: tForms } = useTranslation('priceforms')
  const format = useFormat()
  return (
    <>
      <Card title={t('detail.about')}>
        <p className="max-w-prose leading-relaxed wrap-anywhere whitespace-pre-line">{project.description}</p>
      </Card>
      {project.addenda.length > 0 && (
        <Card title={t('detail.addenda')}>
          <Timeline
            entries={project.addenda.toReversed().map(({ id, version, summary, createdAt }) => ({
              id,
              title: t('detail.addendumNumber', { number: version - 1 }),
              time: <time dateTime={new Date(createdAt).toISOString()}>{format.dateTime(createdAt)}</time>,
              body: <p className="max-w-prose whitespace-pre-line">{summary}</p>,
              tone: 'info' as const,
            }))}
          />
        </Card>
      )}
      <Card title={t('detail.lines')} flush={project.lines.length > 0}>
        {project.lines.length > 0 ? (
          <ol className="divide-y divide-border border-t border-border">
            {project.lines.map((line, index) => (
              <li key={line.id} className="flex items-baseline gap-4 px-4 py-3 text-sm sm:px-5">
                <span aria-hidden className="w-5 shrink-0 text-muted-foreground tabular-nums">
                  {index + 1}
                </span>
                <span className="min-w-0 flex-1 font-medium wrap-anywhere">
                  {line.description}
                  {line.priceForm !== 'unit' && (
                    <span className="block font-normal text-muted-foreground">{tForms(`name.${line.priceForm}`)}</span>
                  )}
                  {line.isOption && (
                    <span className="block font-normal text-muted-foreground">{tForms('option.outside')}</span>
                  )}
                </span>
                <span className="shrink-0 tabular-nums">
                  {t('detail.amountOf', { quantity: format.quantity(line.quantityMilli), unit: line.unit })}
                </span>
              </li>
            ))}
          </ol>
        ) : (
          <p className="text-sm text-muted-foreground">{t('detail.linesNone')}</p>
        )}
        <PriceFormNotes project={project} />
      </Card>
    </>
  )
}
