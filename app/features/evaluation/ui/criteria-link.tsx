import { useTranslation } from 'react-i18next'
import { TextLink } from '#app/ui/text-link.tsx'

/**
 * The way from a project to what its bids are chosen by, and the names of the certificates that bidders have to show. Its texts are the
 * project's, so that the page loads no others.
 */
export function CriteriaLink({ projectId, demanded }: { projectId: string; demanded: readonly string[] }) {
  const { t } = useTranslation('projects')
  return (
    <div className="text-sm">
      <TextLink to={`/projects/${projectId}/criteria`} block>
        {t('detail.criteria')}
      </TextLink>
      {demanded.length > 0 && (
        <>
          <p className="mt-2 font-medium">{t('detail.demanded')}</p>
          <ul className="mt-1 list-disc ps-5">
            {demanded.map((name) => (
              <li key={name} className="wrap-anywhere">
                {name}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
