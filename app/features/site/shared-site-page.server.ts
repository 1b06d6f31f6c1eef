import { detectLanguage, i18nFor } from '#app/i18n/i18n.server.ts'
import { env } from '#app/platform/env.server.ts'
import { productName } from '#app/platform/product.ts'
import type { SharedPage } from '#app/ui/share-tags.ts'

const namespaces = ['site', 'estimation', 'quoterequest', 'salesrequest', 'directory', 'tenderpages'] as const

type Key =
  | `site:${'landing.title' | 'landing.features.text' | 'pricing.heading' | 'pricing.lead'}`
  | `${'estimation' | 'quoterequest' | 'salesrequest' | 'directory'}:${'title' | 'lead'}`
  | `tenderpages:list.${'title' | 'description'}`

/** What a public page says to programs that show a preview of a link to it, in the visitor's language. */
export async function sharedSitePage(
  request: Request,
  path: string,
  title: Key,
  description: Key,
): Promise<SharedPage> {
  const { locale } = await detectLanguage(request, null)
  const t = i18nFor(locale).getFixedT(null, namespaces)
  return {
    site: productName,
    title: t(title),
    description: t(description),
    url: env.origin + path,
    picture: pictureIn(locale),
  }
}

const pictureIn = (locale: string) => `${env.origin}/picture.png?language=${locale}`

/** The address of the product's own picture, in the visitor's language. */
export const sitePicture = async (request: Request): Promise<string> =>
  pictureIn((await detectLanguage(request, null)).locale)
