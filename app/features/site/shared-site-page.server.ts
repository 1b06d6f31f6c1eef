import { detectLanguage, i18nFor } from '#app/i18n/i18n.server.ts'
import { env } from '#app/platform/env.server.ts'
import { productName } from '#app/platform/product.ts'
import type { SharedPage } from '#app/ui/share-tags.ts'

type Key = 'landing.title' | 'landing.features.text' | 'pricing.heading' | 'pricing.lead'

/** What a public page says to programs that show a preview of a link to it, in the visitor's language. */
export async function sharedSitePage(
  request: Request,
  path: string,
  title: Key,
  description: Key,
): Promise<SharedPage> {
  const { locale } = await detectLanguage(request, null)
  const t = i18nFor(locale).getFixedT(null, 'site')
  return {
    site: productName,
    title: t(title),
    description: t(description),
    url: env.origin + path,
    picture: `${env.origin}/picture.png?language=${locale}`,
  }
}
