import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { listingSchema } from '#app/features/directory/listing-schema.server.ts'
import { findTakedown, getOwnListing } from '#app/features/directory/queries.server.ts'
import { removeListing, setListing } from '#app/features/directory/set-listing.server.ts'
import { ListingForm } from '#app/features/directory/ui/listing-form.tsx'
import { getCompany } from '#app/features/team/queries.server.ts'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'directory:setting.title', description: 'directory:setting.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'company.update')
  const { id, kind } = ctx.company
  const takenDown = findTakedown(ctx, id)?.reason ?? null
  return { id, kind, takenDown, listing: getOwnListing(ctx), city: getCompany(ctx)?.city ?? '' }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'company.update')
  const page = '/company-settings/listing'
  const form = await readForm(request, (posted) => posted.get('intent') !== 'remove')
  const done = (key: string) => redirectWithFlash(request, page, { tone: 'success', text: { key } })
  if (form.get('intent') === 'remove')
    return handleButton(request, page, () => {
      removeListing(ctx)
      return done('directory:setting.removed')
    })
  return handleFormData(form, listingSchema, (input) => {
    setListing(ctx, input)
    return done(findTakedown(ctx, ctx.company.id) ? 'directory:setting.savedDown' : 'directory:setting.saved')
  })
}

/** Whether the company is in the public directory, and what it says there. */
export default function ListingSetting() {
  const { id, kind, takenDown, listing, city } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation(['directory', 'team'])
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[{ label: t('team:company.title'), to: '/company-settings' }, { label: t('setting.title') }]}
      />
      {listing && !takenDown && (
        <ButtonLink to={`/companies/${id}`} reloadDocument variant="outline" className="self-start">
          {t('setting.view')}
        </ButtonLink>
      )}
      <ListingForm
        listing={listing}
        takenDown={takenDown}
        city={city}
        isPerson={kind === 'individual'}
        lastResult={lastResult}
      />
    </div>
  )
}
