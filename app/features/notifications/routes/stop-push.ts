import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { endPush } from '#app/features/notifications/push/subscribe-push.server.ts'

const page = '/notifications/device'

export const loader = () => redirect(page)

/** Turns push messages off for this browser, with or without scripts. */
export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireUser(request)
  return handleButton(request, page, () => {
    endPush(ctx)
    return redirectWithFlash(request, page, { tone: 'success', text: { key: 'devicesettings:push.stopped' } })
  })
}
