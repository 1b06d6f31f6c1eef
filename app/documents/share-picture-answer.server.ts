import { defaultLocale, type Locale, locales } from '#app/i18n/locale.ts'
import type { SharePicture } from './share-picture.server.ts'

/** The language that the address of a picture names (`?language=fi`): who shows a preview sends no cookie. English if it names none of ours. */
export function pictureLocale(request: Request): Locale {
  const asked = new URL(request.url).searchParams.get('language')
  return locales.find((locale) => locale === asked) ?? defaultLocale
}

/** Responds with the picture of a page, which anybody may keep for an hour. */
export async function sharePictureAnswer(picture: SharePicture): Promise<Response> {
  const { renderSharePicture } = await import('./share-picture.server.ts')
  const bytes = await renderSharePicture(picture)
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Length': String(bytes.length),
      'Cache-Control': 'public, max-age=3600',
      // Programs of other origins show it.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
}
