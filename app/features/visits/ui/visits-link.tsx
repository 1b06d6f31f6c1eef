import { useTranslation } from 'react-i18next'
import { TextLink } from '#app/ui/text-link.tsx'

/** The way from a project to its site visits. Its text is the project's, so that the page loads no others. */
export function VisitsLink({ projectId }: { projectId: string }) {
  const { t } = useTranslation('projects')
  return (
    <p className="text-sm">
      <TextLink to={`/projects/${projectId}/visits`} block>
        {t('detail.visits')}
      </TextLink>
    </p>
  )
}
