import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProjectDetail } from '#app/features/projects/queries.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { CategoryIcon } from './category-icon.tsx'
import { ProjectStatusBadge } from './project-status.tsx'

/** Whose project it is, what and where, and its status. Children: the reader's buttons. */
export function ProjectHeader({ project, children }: { project: ProjectDetail; children: ReactNode }) {
  const { t } = useTranslation('projects')
  return (
    <header className="flex flex-wrap items-center gap-x-3.5 gap-y-3">
      <CategoryIcon category={project.category} className="size-11" />
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">{project.companyName}</p>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted-foreground">
          <span>{t(`category.${project.category}`)}</span>
          <span aria-hidden>·</span>
          <span className="wrap-anywhere">{project.location}</span>
        </p>
      </div>
      <p className="flex flex-wrap items-center justify-end gap-2">
        {project.version > 1 && <Badge tone="info">{t('detail.version', { version: project.version })}</Badge>}
        <ProjectStatusBadge status={project.status} />
      </p>
      {children}
    </header>
  )
}
