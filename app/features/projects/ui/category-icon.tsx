import { classes } from '#app/ui/classes.ts'
import type { ProjectCategory } from '#db/vocabulary/projects.ts'

/** The icon of a project category (drawn by rows.css); its name is shown beside it. */
export function CategoryIcon({ category, className }: { category: ProjectCategory; className?: string }) {
  return <span aria-hidden data-category={category} className={classes('project-sign', className)} />
}
