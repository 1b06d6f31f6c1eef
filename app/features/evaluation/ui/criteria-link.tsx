import { useTranslation } from 'react-i18next'
import { TextLink } from '#app/ui/text-link.tsx'

/** The way from a project to what its bids are chosen by. Its text is the project's, so that the page loads no others. */
export function CriteriaLink({ projectId }: { projectId: string }) {
  const { t } = useTranslation('projects')
  return (
    <p className="text-sm">
      <TextLink to={`/projects/${projectId}/criteria`} block>
        {t('detail.criteria')}
      </TextLink>
    </p>
  )
}
