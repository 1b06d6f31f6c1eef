import type { UserContext } from '#app/features/accounts/context.ts'
import { listDemanded } from '#app/features/projects/demanded-certificates.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { detectLanguage, i18nFor } from '#app/i18n/i18n.server.ts'

/**
 * The certificates that a project demands, as its reader reads them: named by the server, so that the page loads none of their texts.
 * Checks no right: whoever sees the project may read them.
 */
export async function demandedNames(
  request: Request,
  ctx: UserContext,
  project: { id: string; currency: string },
): Promise<string[]> {
  const { locale, formats } = await detectLanguage(request, ctx.actor.locale)
  const t = i18nFor(locale).getFixedT(locale, 'qualification')
  const format = formatFor(formats, 'UTC')
  return listDemanded(ctx.db, project.id).map(({ kind, label, minSumCents }) => {
    const name = label ?? t(`kind.${kind}`)
    return minSumCents === null ? name : t('demand.atLeast', { name, sum: format.money(minSumCents, project.currency) })
  })
}
