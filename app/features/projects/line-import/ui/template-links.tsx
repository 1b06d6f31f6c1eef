import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'

/** Downloads of a file to fill in: with the lines that a project has stored, or empty. */
export function TemplateLinks({ projectId }: { projectId: string | null }) {
  const { t } = useTranslation('lineimport')
  const query = projectId === null ? '' : `?project=${projectId}`
  return (
    <p className="flex flex-wrap gap-3">
      {(['xlsx', 'csv'] as const).map((kind) => (
        <ButtonLink
          key={kind}
          to={`/projects/request-lines/lines.${kind}${query}`}
          reloadDocument
          variant="outline"
          size="sm"
        >
          {t(`template.${kind}`)}
        </ButtonLink>
      ))}
    </p>
  )
}
