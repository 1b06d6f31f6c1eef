import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** Begins the form of a project empty or with a template of the company; each is a link, which empties the form. */
export function TemplateChoice({
  templates,
  chosen,
}: {
  templates: readonly { projectId: string; name: string }[]
  /** The id of the template's project; null for an empty form. */
  chosen: string | null
}) {
  const { t } = useTranslation('projecttemplates')
  return (
    <nav aria-label={t('beginWith')} className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted-foreground">{t('beginWith')}</span>
      {[{ projectId: null, name: t('nothing') }, ...templates].map(({ projectId, name }) => (
        <ButtonLink
          key={projectId}
          to={projectId ? `/projects/new?template=${projectId}` : '/projects/new'}
          size="sm"
          variant={projectId === chosen ? 'secondary' : 'outline'}
          aria-current={projectId === chosen ? 'true' : undefined}
        >
          {name}
        </ButtonLink>
      ))}
      <TextLink to="/projects/templates">{t('title')}</TextLink>
    </nav>
  )
}
